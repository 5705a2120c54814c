import { type ApiClient, createApiClient } from '@storefleet/client/api-client';
import type { QueryClient } from '@tanstack/react-query';
import { type AuthSession, createAuthSession } from '../features/auth/auth-session.ts';
import {
  createOverrideRequests,
  type OverrideRequests,
  withOverrides,
} from '../features/guard-rails/override/override-requests.ts';
import { configQuery } from '../lib/api/app-config.ts';
import { hasUnsavedWork } from '../lib/browser/unsaved-work.ts';
import { paths } from '../lib/paths.ts';
import { type AppRouter, createAppRouter } from './router.tsx';

type Application = {
  api: ApiClient;
  auth: AuthSession;
  router: AppRouter;
  overrides: OverrideRequests;
};

/** Dependencies of all screens. Waits for the server, which provides the sign-in URL. */
export async function bootApplication(queryClient: QueryClient): Promise<Application> {
  let auth: AuthSession | null = null;
  const overrides = createOverrideRequests();
  const client = createApiClient({
    baseUrl: '',
    getAccessToken: async () => (auth ? auth.getAccessToken() : null),
    onUnauthorized: async () => (auth ? auth.renewAccessToken() : null),
  });
  const api = withOverrides(client, overrides);
  const config = await queryClient.fetchQuery(configQuery(api));
  auth = createAuthSession({ url: config.auth.url, anonKey: config.auth.anon_key, hasUnsavedWork });
  await auth.ready;
  const router = createAppRouter({ auth });
  followAuthState(auth, router, queryClient);
  return { api, auth, router, overrides };
}

/** Signing in or out, in any tab, redirects the page. */
function followAuthState(auth: AuthSession, router: AppRouter, queryClient: QueryClient): void {
  let status = auth.getState().status;
  auth.subscribe(() => {
    const previous = status;
    status = auth.getState().status;
    if (status === previous) return;
    if (status === 'signed-out') {
      const forget = () =>
        queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'config' });
      if (!router.state.matches.some((match) => match.routeId === '/guarded')) forget();
      else {
        // Sign-out clears the screen, even unsaved changes, before the cache: a mounted screen would refetch.
        void router.navigate({ to: paths.login, replace: true, ignoreBlocker: true }).finally(forget);
      }
    } else if (status === 'signed-in') {
      void router.invalidate();
    }
  });
}

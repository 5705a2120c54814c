import { createHash } from 'node:crypto';
import { SHOPIFY_CALLBACK_PATH } from '@storefleet/contract/constants';
import { storeRoutes } from '@storefleet/contract/stores/stores';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf } from '../../../platform/http/cookie.ts';
import { forbidCaching } from '../../../platform/http/http-server.ts';
import { plainPage } from '../../../platform/http/pages/plain-page.ts';
import { abortedWithClient, registerRoute } from '../../../platform/http/route.ts';
import type { AuthorizationsService, EndedAuthorization } from './authorizations.service.ts';

/** Seconds; longer than an attempt may take, so that a late return is told so. */
const COOKIE_LIFETIME = 3_600;

type AuthorizationRoutesOptions = {
  authorizations: AuthorizationsService;
  /** The application's public URL. */
  appUrl: string;
};

/** Records the outcome of a consent and, beforehand, the attempt. */
type RecordConsent = (
  request: FastifyRequest,
  finish: () => Promise<EndedAuthorization>,
) => Promise<EndedAuthorization>;

/** Registers the call that starts an attempt; a cookie binds its result to the browser. */
export function registerAuthorizationRoutes(
  api: FastifyInstance,
  { authorizations, appUrl }: AuthorizationRoutesOptions,
): void {
  registerRoute(api, storeRoutes.authorize, async ({ params, user, reply }) => {
    const { authorizeUrl, state, browserKey } = await authorizations.begin(params.id, user.id);
    setCookie(reply, appUrl, state, browserKey, COOKIE_LIFETIME);
    return { authorize_url: authorizeUrl };
  });
}

/**
 * Where Shopify redirects a browser back to. Nobody is signed in here: state, cookie and signature
 * authenticate.
 */
export async function authorizationReturn(
  app: FastifyInstance,
  { authorizations, appUrl, record }: AuthorizationRoutesOptions & { record: RecordConsent },
): Promise<void> {
  forbidCaching(app);
  app.get(SHOPIFY_CALLBACK_PATH, async (request, reply) => {
    const query = new URL(request.url, appUrl).searchParams;
    const state = query.get('state') ?? '';
    const browserKey = cookieOf(request.headers.cookie, cookieName(state));
    const ended = await record(request, () =>
      authorizations.finish(query, browserKey, abortedWithClient(reply)),
    );
    if (ended.storeId === null) {
      const text =
        'This attempt to connect a store was finished already, took far too long, or began in another browser or at ' +
        `another address than ${appUrl}. Open the store there and connect it with Shopify again.`;
      return reply
        .code(400)
        .type('text/html; charset=utf-8')
        .send(
          plainPage({ title: 'Not connected', text, link: { href: appUrl, text: 'Back to the stores' } }),
        );
    }
    setCookie(reply, appUrl, state, '', 0);
    const outcome = ended.connected ? 'connected' : 'failed';
    return reply.redirect(`${appUrl}/stores/${ended.storeId}?authorization=${outcome}`);
  });
}

/** One per attempt, so that two stores can be connected in parallel. */
function cookieName(state: string): string {
  const id = createHash('sha256').update(`cookie of ${state}`).digest('hex').slice(0, 16);
  return `storefleet_authorization_${id}`;
}

/** Sent when Shopify's page leads here (Lax), and unreadable for scripts (HttpOnly). */
function setCookie(
  reply: FastifyReply,
  appUrl: string,
  state: string,
  value: string,
  lifetime: number,
): void {
  const secure = appUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName(state)}=${value}; Path=/; Max-Age=${lifetime}; HttpOnly; SameSite=Lax${secure}`,
  );
}

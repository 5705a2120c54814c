import type { Secret } from '../../platform/crypto/secret.ts';
import { AuthError } from './auth-error.ts';
import type { AuthProvider } from './auth-provider.ts';
import { createEmbeddedAuth, type EmbeddedAuth } from './embedded/embedded-auth.ts';
import type { AuthDeps } from './embedded/parts.ts';
import { createHostedAuth, type HostedAuth, type HostedOptions } from './hosted/hosted-auth.ts';
import { createInstallation } from './installation.ts';

type AuthOptions = {
  /** The account created at the first start; with a hosted project, only its address. */
  firstAccount?: { email: string; password: Secret | null } | undefined;
  /** A hosted project that signs people in instead. */
  hosted?: HostedOptions | undefined;
};

export type AuthService = AuthProvider &
  SignInProvider & {
    /** Creates the first account if the environment names one, else returns the setup link to print. */
    prepare(): Promise<{ setupLink: string | null }>;
    close(): Promise<void>;
  };

/** The service behind /auth/v1, or a hosted project with our list of members. */
type SignInProvider =
  | { readonly embedded: EmbeddedAuth; readonly hosted: null }
  | { readonly embedded: null; readonly hosted: HostedAuth };

export function createAuthService(deps: AuthDeps & AuthOptions): AuthService {
  const installation = createInstallation({ db: deps.db, appUrl: deps.appUrl });
  if (deps.hosted !== undefined) {
    const hosted = createHostedAuth(deps.hosted, deps);
    return {
      ...hosted.provider,
      embedded: null,
      hosted,
      async prepare() {
        await installation.compareAppUrl(deps.logger);
        await hosted.prepare(deps.firstAccount?.email);
        return { setupLink: null };
      },
      close: async () => {},
    };
  }
  const embedded = createEmbeddedAuth({ ...deps, installation });
  return {
    ...embedded.provider,
    embedded,
    hosted: null,

    async prepare() {
      await installation.compareAppUrl(deps.logger);
      if (deps.firstAccount?.password) {
        const { email, password } = deps.firstAccount;
        await embedded.setup
          .completeFromEnvironment({ email, password: password.reveal() })
          .catch((error: unknown) => {
            if (!(error instanceof AuthError)) throw error;
            const variable =
              error.code === 'weak_password' ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL or ADMIN_PASSWORD';
            throw new AuthError(error.status, error.code, `${variable} cannot be used: ${error.message}`, {
              cause: error,
            });
          });
      }
      return { setupLink: await embedded.setup.newLink() };
    },

    close: embedded.settled,
  };
}

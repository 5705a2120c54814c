import type { Logger } from 'pino';
import type { Secret } from '../../platform/crypto/secret.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { AuthError } from './auth-error.ts';
import type { AuthProvider } from './auth-provider.ts';
import { createEmbeddedAuth, type EmbeddedAuth } from './embedded/embedded-auth.ts';
import { createHostedProvider } from './hosted.ts';

export type AuthDeps = {
  db: Database;
  secretBox: SecretBox;
  clock: Clock;
  logger: Logger;
  mailer: Mailer;
  /** What the application calls itself in mails. */
  appName(): Promise<string>;
  appUrl: string;
  /** Sign-in tries per address in five minutes. */
  triesPerAddress: number;
  /** The account made at a first start. */
  firstAccount?: { email: string; password: Secret } | undefined;
  /** A hosted project to leave signing in to. */
  hosted?: { projectUrl: string; anonKey: string; jwtSecret?: Secret | undefined } | undefined;
};

export type AuthService = AuthProvider & {
  /** The service behind /auth/v1; null when a hosted project signs people in. */
  readonly embedded: EmbeddedAuth | null;
  /** Makes the first account if the environment names one, else answers the one-time set-up link to print. */
  prepare(): Promise<{ setupLink: string | null }>;
  close(): Promise<void>;
};

export function createAuthService(deps: AuthDeps): AuthService {
  if (deps.hosted !== undefined) {
    return {
      ...createHostedProvider({ ...deps.hosted, clock: deps.clock }),
      embedded: null,
      prepare: async () => ({ setupLink: null }),
      close: async () => {},
    };
  }
  const embedded = createEmbeddedAuth(deps);
  return {
    ...embedded.provider,
    embedded,

    async prepare() {
      if (deps.firstAccount !== undefined) {
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

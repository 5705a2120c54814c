import type { Logger } from 'pino';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Throttle } from './throttling/throttle.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** What the service is given. */
export type AuthDeps = {
  db: Database;
  secretBox: SecretBox;
  clock: Clock;
  logger: Logger;
  mailer: Mailer;
  /** What the application calls itself in mails. */
  appName(): Promise<string>;
  /** Where people open it, without a slash at its end. */
  appUrl: string;
  /** Sign-in tries per address in five minutes. */
  triesPerAddress: number;
};

/** What its parts are made of. */
export type AuthParts = Omit<AuthDeps, 'secretBox' | 'triesPerAddress'> & {
  keys: SigningKeys;
  throttle: Throttle;
  /** Where this service is reached: `<appUrl>/auth/v1`. */
  authUrl: string;
  /** The issuer of access tokens and service keys, one for all processes. */
  issuer(): Promise<string>;
};

/** Where a request came from, as far as the audit log and the throttle need it. */
export type Caller = {
  address: string;
  userAgent: string | null;
  /** What the browser's cookie of an earlier sign-in holds, or a fresh one that it is about to get. */
  device?: string | undefined;
};

/** A line of the audit trail. It names accounts by id and never holds a password, token, link or code. */
export function audit(
  logger: Logger,
  action: string,
  details: { userId?: string | null; actorId?: string | null; address?: string; reason?: string },
): void {
  logger.info(
    {
      audit: action,
      user_id: details.userId ?? undefined,
      actor_id: details.actorId ?? undefined,
      address: details.address,
      reason: details.reason,
    },
    `auth: ${action.replaceAll('_', ' ')}`,
  );
}

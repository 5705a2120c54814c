import type { Logger } from 'pino';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Throttle } from './throttling/throttle.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** The service's dependencies. */
export type AuthDeps = {
  db: Database;
  secretBox: SecretBox;
  clock: Clock;
  logger: Logger;
  mailer: Mailer;
  /** The application's name in mails. */
  appName(): Promise<string>;
  /** Its public URL, without a trailing slash. */
  appUrl: string;
  /** Sign-in attempts per address in five minutes. */
  triesPerAddress: number;
};

/** Dependencies of its parts. */
export type AuthParts = Omit<AuthDeps, 'secretBox' | 'triesPerAddress'> & {
  keys: SigningKeys;
  throttle: Throttle;
  /** This service's URL: `<appUrl>/auth/v1`. */
  authUrl: string;
  /** The issuer of access tokens and service keys, one for all processes. */
  issuer(): Promise<string>;
};

/** The origin of a request, for the audit log and the throttle. */
export type Caller = {
  address: string;
  userAgent: string | null;
  /** Value of the browser's cookie from an earlier sign-in, or a new one it is about to get. */
  device?: string | undefined;
};

/** A line of the audit trail. Names accounts by id, and never contains a password, token, link or code. */
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

import type { Logger } from 'pino';
import type { Database } from '../../../platform/db/database.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Throttle } from './throttling/throttle.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** What the parts of the embedded service are made of. */
export type AuthParts = {
  db: Database;
  clock: Clock;
  logger: Logger;
  mailer: Mailer;
  keys: SigningKeys;
  throttle: Throttle;
  /** The address people open, without a slash at its end. */
  appUrl: string;
  /** Where this service is reached: `<appUrl>/auth/v1`. */
  authUrl: string;
  /** The issuer of access tokens and service keys, one for all processes. */
  issuer(): Promise<string>;
  appName(): Promise<string>;
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

import type { Logger } from 'pino';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Clock } from '../../platform/time/clock.ts';

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

import { randomUUID } from 'node:crypto';
import type { Logger } from '../../logging/logger.ts';
import type { Database } from '../database.ts';

type NotificationNoticeDeps = {
  readonly db: Pick<Database, 'listen' | 'query'>;
  readonly logger: Logger;
  /** Milliseconds for a notification to arrive. */
  readonly patienceMs?: number;
};

const NOTICE =
  'Notifications of the database do not arrive, as through a pgbouncer in transaction mode: work that another process asked for starts up to 30 seconds late. Name PostgreSQL itself in DATABASE_URL, or have the pooler keep sessions.';

/** Tries LISTEN once. Returns a sentence, and logs it, once it is known not to work; else null. */
export function createNotificationNotice({
  db,
  logger,
  patienceMs = 5_000,
}: NotificationNoticeDeps): () => Promise<string | null> {
  let notice: string | null = null;
  let isTried = false;

  async function arrives(): Promise<boolean> {
    const channel = `storefleet_check_${randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const listening = await db.listen(
      channel,
      () => resolve(true),
      () => resolve(true),
    );
    const timer = setTimeout(() => resolve(false), patienceMs).unref();
    try {
      await db.query('select pg_notify($1, $2)', [channel, '']);
      return await promise;
    } finally {
      clearTimeout(timer);
      await listening.close();
    }
  }

  async function attempt(): Promise<void> {
    isTried = true;
    try {
      if (await arrives()) return;
      notice = NOTICE;
      logger.warn(NOTICE);
    } catch {
      // The database is unavailable: the next call tries again.
      isTried = false;
    }
  }

  void attempt();
  return async () => {
    if (!isTried) void attempt();
    return notice;
  };
}

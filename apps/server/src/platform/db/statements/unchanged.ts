import type { Queryable } from '../database.ts';
import { currentStoreScope } from '../store-scope.ts';

export type Unchanged = ReturnType<typeof createUnchanged>;

/**
 * Caches answers of the database for as long as no process has written anything to it: two snapshots that
 * name the same transactions see the same rows. Keeps the `limit` most recently used.
 */
export function createUnchanged(limit: number) {
  const answers = new Map<string, { readonly snapshot: string; readonly answer: unknown }>();
  return async <Answer>(db: Queryable, asked: string, read: () => Promise<Answer>): Promise<Answer> => {
    const scope = currentStoreScope();
    const key = scope === null ? asked : `${scope.storeIds} ${asked}`;
    // Another server may have lost transactions and reused their ids.
    const { rows } = await db.query<{ snapshot: string }>(
      `select concat(pg_current_snapshot(), ' ', pg_postmaster_start_time()) as snapshot`,
    );
    const snapshot = rows[0]?.snapshot ?? '';
    const known = answers.get(key);
    answers.delete(key);
    const answer = known?.snapshot === snapshot ? (known.answer as Answer) : await read();
    // Read after the snapshot: if anything was written meanwhile, that snapshot never recurs.
    answers.set(key, { snapshot, answer });
    for (const oldest of answers.keys()) {
      if (answers.size <= limit) break;
      answers.delete(oldest);
    }
    return answer;
  };
}

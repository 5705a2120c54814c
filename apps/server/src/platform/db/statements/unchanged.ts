import type { Queryable } from '../database.ts';
import { currentStoreScope } from '../store-scope.ts';

export type Unchanged = ReturnType<typeof createUnchanged>;

/**
 * Answers of the database that are given again while nothing whatever has been written to it, by whichever process: two
 * snapshots that name the same transactions see the same rows. The `limit` asked for last are kept.
 */
export function createUnchanged(limit: number) {
  const answers = new Map<string, { readonly snapshot: string; readonly answer: unknown }>();
  return async <Answer>(db: Queryable, asked: string, read: () => Promise<Answer>): Promise<Answer> => {
    const scope = currentStoreScope();
    const key = scope === null ? asked : `${scope.storeIds} ${asked}`;
    // Another server may have lost transactions and used their numbers again.
    const { rows } = await db.query<{ snapshot: string }>(
      `select concat(pg_current_snapshot(), ' ', pg_postmaster_start_time()) as snapshot`,
    );
    const snapshot = rows[0]?.snapshot ?? '';
    const known = answers.get(key);
    answers.delete(key);
    const answer = known?.snapshot === snapshot ? (known.answer as Answer) : await read();
    // Read after the snapshot: what was written meanwhile has made it one that does not come again.
    answers.set(key, { snapshot, answer });
    for (const oldest of answers.keys()) {
      if (answers.size <= limit) break;
      answers.delete(oldest);
    }
    return answer;
  };
}

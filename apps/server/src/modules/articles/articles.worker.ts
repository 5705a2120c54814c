import type { Database } from '../../platform/db/database.ts';
import { sleep } from '../../platform/resilience/sleep.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../platform/work/worker.ts';
import { rematchSome } from '../catalogue/articles/rematch.ts';
import { refreshSome } from './refresh.ts';

type Deps = WorkerDeps & {
  readonly db: Database;
  /** Depends on matched articles; called once all of them are up to date. */
  readonly watch: { isDue(): Promise<boolean>; count(): Promise<void> };
};

/** Variants matched per transaction: the longest an edit has to wait. */
const VARIANTS_PER_STEP = 2_000;
/** Milliseconds between searches. Nobody waits for them: readers compute stale articles themselves. */
const PAUSE_MS = 5_000;
const BETWEEN_RUNS_MS = 1_000;
/** Milliseconds that changed articles wait for syncs under way. */
const SYNC_FIRST_MS = 30_000;

/**
 * The worker that rematches variants after a rule change, and refreshes articles. Uses short transactions
 * that lock what they take, so any process can continue where another stopped.
 */
export function createArticlesWorker({ db, watch, ...deps }: Deps): Worker {
  return createWorker<object>(deps, {
    kind: 'articles',
    async findNext(running) {
      const isFree = running.length === 0;
      return isFree && ((await hasWork(db)) || (await watch.isDue())) ? {} : null;
    },
    nextIn: async () => PAUSE_MS,
    async run(_, signal) {
      try {
        if ((await workAll(db, signal)) || (await watch.isDue())) await watch.count();
      } finally {
        // What another process is working on, or what failed, is not retried at once.
        await sleep(BETWEEN_RUNS_MS, signal).catch(() => {});
      }
    },
  });
}

/** Whether there was work, and all of it is done. */
async function workAll(db: Database, signal: AbortSignal): Promise<boolean> {
  let hasWorked = false;
  while (!signal.aborted && (await hasWork(db))) {
    const refreshed = await refreshSome(db);
    const rematched = await rematchStep(db);
    if (!refreshed && !rematched) return false;
    hasWorked = true;
  }
  return hasWorked && !signal.aborted;
}

/**
 * For a while, a running sync has priority over refreshing what it writes: people wait for the sync, not for
 * this.
 */
async function hasWork(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>(
    `select exists (select from article_rematching) or exists (select from article_changes) and (
       not exists (select from sync_runs where status = 'in_progress')
       or (select noted_at < now() - $1::integer * interval '1 millisecond' from article_changes order by id limit 1)
     ) as some`,
    [SYNC_FIRST_MS],
  );
  return rows[0]?.some ?? false;
}

/** One step in a store no other process is working on; false if there is none. */
async function rematchStep(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ store_id: string; position: string }>(
      'select store_id, position from article_rematching order by store_id for update skip locked limit 1',
    );
    const [row] = rows;
    if (row === undefined) return false;
    const step = await rematchSome(tx, row.store_id, { after: row.position, limit: VARIANTS_PER_STEP });
    if (step.position === null) {
      await tx.query('delete from article_rematching where store_id = $1', [row.store_id]);
    } else {
      await tx.query('update article_rematching set position = $2, done = done + $3 where store_id = $1', [
        row.store_id,
        step.position,
        step.done,
      ]);
    }
    return true;
  });
}

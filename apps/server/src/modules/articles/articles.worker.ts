import type { Database } from '../../platform/db/database.ts';
import { sleep } from '../../platform/resilience/sleep.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../platform/work/worker.ts';
import { rematchSome } from '../catalogue/articles/rematch.ts';
import { refreshSome } from './refresh.ts';

type Deps = WorkerDeps & {
  readonly db: Database;
  /** What follows from what articles have in common; asked when all of it is known. */
  readonly watch: { isDue(): Promise<boolean>; count(): Promise<void> };
};

/** Variants that are matched in one transaction: an edit waits no longer than for that. */
const VARIANTS_PER_STEP = 2_000;
/** Milliseconds between two searches. Nobody waits for them: readers work out themselves what is still to be renewed. */
const PAUSE_MS = 5_000;
const BETWEEN_RUNS_MS = 1_000;

/**
 * The part of a process that matches variants anew after a change of the rules, and renews what is known of articles. In
 * short transactions that lock what they take: any process goes on where another one stopped.
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
        // What another process is at, or what failed, is not tried again at once.
        await sleep(BETWEEN_RUNS_MS, signal).catch(() => {});
      }
    },
  });
}

/** Whether something was to do, and all of it is done. */
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

async function hasWork(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>(
    'select exists (select from article_changes) or exists (select from article_rematching) as some',
  );
  return rows[0]?.some ?? false;
}

/** One step in one store that no other process is at; false when there is none. */
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

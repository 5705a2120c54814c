import { RETENTION_KINDS, type RetentionKind } from '@storefleet/contract/constants';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../platform/db/database.ts';
import { sleep } from '../../platform/resilience/sleep.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { whileLeased } from '../../platform/work/lease.ts';
import { leasedRows } from '../../platform/work/leased-rows.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../platform/work/worker.ts';
import { PRUNED } from './pruned.ts';

type RetentionWorkerDeps = WorkerDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly retention: { days(): Promise<Readonly<Record<RetentionKind, number>>> };
  /** Further work after each kind, so at least hourly. */
  readonly chores: readonly ((db: Database, now: Date) => Promise<void>)[];
  /** True if no other process can be using this database. */
  readonly soleProcess: boolean;
};

type OfKind = { readonly kind: RetentionKind };
type RunLease = { readonly kind: RetentionKind; readonly leaseId: string };

const DAY_MS = 86_400_000;
/** Between steps, so that the disk and the embedded database are free for others most of the time. */
const PAUSE_MS = 200;
const AGAIN = `now() + interval '1 hour'`;
const AGAIN_AFTER_FAILURE = `now() + interval '10 minutes'`;

const leases = leasedRows<RunLease>({
  table: 'retention_runs',
  alias: 'run',
  key: { kind: 'kind' },
  isOpen: 'run.due_at <= now()',
});

/** The worker that removes expired records: hourly, one kind at a time, in small steps. */
export function createRetentionWorker(deps: RetentionWorkerDeps): Worker {
  const { db, soleProcess } = deps;
  return createWorker<OfKind>(deps, {
    kind: 'retention',
    async prepare() {
      await db.query('insert into retention_runs (kind) select unnest($1::text[]) on conflict do nothing', [
        RETENTION_KINDS,
      ]);
      if (soleProcess) await leases.releaseAll(db);
    },
    findNext: async (running) => (running.length > 0 ? null : findDue(db)),
    nextIn: () => nextDueIn(db),
    run: ({ kind }, signal) => prune(deps, kind, signal),
  });
}

/** Claims a kind that is due, and removes its expired records. */
async function prune(deps: RetentionWorkerDeps, kind: RetentionKind, shutdown: AbortSignal): Promise<void> {
  const { db, clock, logger, retention, chores } = deps;
  const lease = { kind, leaseId: uuidv7() };
  const begin = 'started_at = now(), ended_at = null, removed = 0, error = null';
  if (!(await leases.claim(db, lease, begin))) return;
  try {
    await whileLeased({ clock, logger }, leases.watched(db, lease), shutdown, async (signal) => {
      const before = new Date(clock.now().getTime() - (await retention.days())[kind] * DAY_MS);
      for (;;) {
        signal.throwIfAborted();
        const { removed, isLast } = await PRUNED[kind].removeSome(db, before);
        if (isLast) return;
        await leases.update(db, lease, 'removed = removed + $3', [removed]);
        await sleep(PAUSE_MS, signal);
      }
    });
    for (const chore of chores) await chore(db, clock.now());
    await leases.handBack(db, lease, `ended_at = now(), due_at = ${AGAIN}`);
  } catch (error) {
    if (shutdown.aborted) {
      await leases.handBack(db, lease);
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    await leases.handBack(db, lease, `ended_at = now(), due_at = ${AGAIN_AFTER_FAILURE}, error = $3`, [
      reason,
    ]);
    throw error;
  }
}

async function findDue(db: Database): Promise<OfKind | null> {
  const { rows } = await db.query<OfKind>(
    `select kind from retention_runs run where ${leases.isClaimable} and kind = any ($1::text[])
     order by due_at limit 1`,
    [RETENTION_KINDS],
  );
  return rows[0] ?? null;
}

/** Milliseconds until the next kind is due. */
async function nextDueIn(db: Database): Promise<number | null> {
  const { rows } = await db.query<{ milliseconds: number | null }>(
    `select ceil(extract(epoch from min(due_at) - now()) * 1000)::float8 as milliseconds
     from retention_runs where due_at > now()`,
  );
  return rows[0]?.milliseconds ?? null;
}

import { AUDIT_INTERRUPTED } from '@storefleet/contract/people/audit-areas';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../platform/work/worker.ts';
import { withOutbox } from './audit-log.ts';

/** Longer than calls take: one that takes longer has an entry of its own besides. */
const TAKEN_FOR_CUT_OFF_AFTER = `interval '10 minutes'`;

const WRITE_ENTRIES = `with attempt as (
    delete from audit_attempts where at < $1 returning *
  ), ${withOutbox(`select id, at, call, 'failed', actor_kind, actor_id, actor_name, ip, user_agent, target_kind, target_id,
    target_name, null, request, '${AUDIT_INTERRUPTED}' from attempt`)}`;

type InterruptedDeps = WorkerDeps & {
  readonly db: Database;
  readonly clock: Clock;
  /** True when no other process can be at work on this database. */
  readonly soleProcess: boolean;
};

/** The part of a process that writes the entries of calls that a crash cut off: nobody knows what came of them. */
export function createInterruptedWorker({ db, clock, soleProcess, ...deps }: InterruptedDeps): Worker {
  const startedAt = clock.now();
  return createWorker<{ readonly before: Date }>(deps, {
    kind: 'audit-attempts',
    async prepare() {
      if (soleProcess) await db.query(WRITE_ENTRIES, [startedAt]);
    },
    async findNext(running) {
      if (running.length > 0) return null;
      const { rows } = await db.query<{ before: Date }>(
        `select $1::timestamptz - ${TAKEN_FOR_CUT_OFF_AFTER} as before
         where exists (select from audit_attempts where at < $1::timestamptz - ${TAKEN_FOR_CUT_OFF_AFTER})`,
        [clock.now()],
      );
      return rows[0] ?? null;
    },
    nextIn: async () => null,
    run: ({ before }) => db.query(WRITE_ENTRIES, [before]),
  });
}

import { AUDIT_INTERRUPTED } from '@storefleet/contract/people/audit-areas';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../platform/work/worker.ts';
import { withOutbox } from './audit-log.ts';
import { differences } from './differences.ts';
import { takeSnapshot } from './targets.ts';

/** Longer than calls take: a longer one also gets its own entry. */
const CUT_OFF_AFTER = `interval '10 minutes'`;

const WRITE_ENTRIES = `with attempt as (
    delete from audit_attempts where at < $1 returning *
  ), ${withOutbox(`select id, at, call, 'failed', actor_kind, actor_id, actor_name, ip, user_agent, target_kind, target_id,
    target_name, null, request, '${AUDIT_INTERRUPTED}' from attempt`)}`;

/** The attempt has only the id of its target: its name was not worth a query before each call. */
const FIND_NAMELESS = `select id, call, target_kind as kind, target_id from audit_attempts
  where at < $1 and target_name is null and target_kind is not null`;
type Nameless = {
  readonly id: string;
  readonly call: string;
  readonly kind: string;
  readonly target_id: string;
};

async function writeEntries(db: Database, before: Date): Promise<void> {
  const { rows } = await db.query<Nameless>(FIND_NAMELESS, [before]);
  for (const { id, call, kind, target_id } of rows) {
    const { name } = differences(await takeSnapshot(db, call, { kind, id: target_id }), null);
    await db.query('update audit_attempts set target_name = $2 where id = $1', [id, name]);
  }
  await db.query(WRITE_ENTRIES, [before]);
}

type InterruptedDeps = WorkerDeps & {
  readonly db: Database;
  readonly clock: Clock;
  /** True if no other process can be using this database. */
  readonly soleProcess: boolean;
};

/** The worker that writes the entries of calls cut off by a crash, whose outcome is unknown. */
export function createInterruptedWorker({ db, clock, soleProcess, ...deps }: InterruptedDeps): Worker {
  const startedAt = clock.now();
  return createWorker<{ readonly before: Date }>(deps, {
    kind: 'audit-attempts',
    async prepare() {
      if (soleProcess) await writeEntries(db, startedAt);
    },
    async findNext(running) {
      if (running.length > 0) return null;
      const { rows } = await db.query<{ before: Date }>(
        `select $1::timestamptz - ${CUT_OFF_AFTER} as before
         where exists (select from audit_attempts where at < $1::timestamptz - ${CUT_OFF_AFTER})`,
        [clock.now()],
      );
      return rows[0] ?? null;
    },
    nextIn: async () => null,
    run: ({ before }) => writeEntries(db, before),
  });
}

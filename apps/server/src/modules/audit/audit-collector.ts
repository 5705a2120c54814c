import { createHmac } from 'node:crypto';
import type { AuditRecord } from '@storefleet/contract/people/audit';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../config/config.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { withDeadline } from '../../platform/resilience/deadline.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { LeaseLostError, whileLeased } from '../../platform/work/lease.ts';
import { leasedRows, nextClaimIn } from '../../platform/work/leased-rows.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../platform/work/worker.ts';

type Collector = NonNullable<Config['auditWebhook']>;
type CollectorDeps = WorkerDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly collector: Collector | null;
  /** True if no other process can be using this database. */
  readonly soleProcess: boolean;
};
type Named = { readonly name: string };
type CollectorLease = Named & { readonly leaseId: string };

const NAME = 'webhook';
const ENTRIES_AT_ONCE = 100;
const ANSWER_WITHIN_MS = 10_000;
/** Seconds; doubles with each consecutive failure. */
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 300;

const SOME_WAIT = 'exists (select from audit_outbox)';
const COLLECTORS = { table: 'audit_collectors', alias: 'collector' } as const;
const leases = leasedRows<CollectorLease>({
  ...COLLECTORS,
  key: { name: 'name' },
  isOpen: 'true',
  isOurs: `(collector.waiting_until is null or collector.waiting_until <= now()) and ${SOME_WAIT}`,
});

/**
 * The worker that sends each audit log entry to a collector, oldest first. An entry stays in the outbox until
 * the collector has answered 2xx: delivery is at least once.
 */
export function createAuditCollector({ collector, ...deps }: CollectorDeps): Worker {
  const { db, soleProcess } = deps;
  if (collector === null) return { start: () => forget(db), async stop() {} };
  return createWorker<Named>(deps, {
    kind: 'audit',
    async prepare() {
      await db.query('insert into audit_collectors (name) values ($1) on conflict do nothing', [NAME]);
      if (soleProcess) await leases.releaseAll(db);
    },
    findNext: async (running) => (running.length > 0 ? null : findReady(db)),
    nextIn: () => nextClaimIn(db, { ...COLLECTORS, isOpen: SOME_WAIT }),
    run: ({ name }, signal) => sendAll(deps, collector, name, signal),
  });
}

/** Drops pending entries if the collector is no longer configured. */
async function forget(db: Database): Promise<void> {
  const { rowCount } = await db.query('delete from audit_collectors');
  if (rowCount > 0) await db.query('delete from audit_outbox');
}

async function findReady(db: Queryable): Promise<Named | null> {
  const { rows } = await db.query<Named>(
    `select name from audit_collectors collector where name = $1 and ${leases.isClaimable}`,
    [NAME],
  );
  return rows[0] ?? null;
}

type Sending = Omit<CollectorDeps, 'collector'>;

/** Sends pending entries unless another process does. */
async function sendAll(deps: Sending, to: Collector, name: string, shutdown: AbortSignal): Promise<void> {
  const { db, logger } = deps;
  const lease = { name, leaseId: uuidv7() };
  if ((await leases.claim(db, lease)) === null) return;
  try {
    await whileLeased(deps, leases.watched(db, lease), shutdown, async (signal) => {
      while (await sendSome(db, to, lease, signal));
    });
    await leases.handBack(db, lease, 'failures = 0, waiting_until = null');
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    if (shutdown.aborted) {
      await leases.handBack(db, lease);
      return;
    }
    logger.warn({ err: error }, 'audit: the collector took no entry; they wait, and are sent again');
    const pause = `make_interval(secs => least(${LONGEST_PAUSE}, ${FIRST_PAUSE} * 2 ^ least(failures, 20)))`;
    await leases.handBack(db, lease, `failures = failures + 1, waiting_until = now() + ${pause}`);
  }
}

/** False if nothing is left to send. */
async function sendSome(
  db: Database,
  to: Collector,
  lease: CollectorLease,
  signal: AbortSignal,
): Promise<boolean> {
  const { rows } = await db.query<Omit<AuditRecord, 'at'> & { at: Date }>(
    `select entry.* from audit_outbox join audit_log entry on entry.id = audit_outbox.entry_id
     order by entry.id limit ${ENTRIES_AT_ONCE}`,
  );
  for (const entry of rows) {
    await post(to, { ...entry, at: entry.at.toISOString() }, signal);
    const held = await db.query(
      `with taken as (delete from audit_outbox where entry_id = $3)
       select from audit_collectors collector where ${leases.isHeld}`,
      leases.params(lease, entry.id),
    );
    if (held.rows.length === 0) throw new LeaseLostError();
  }
  if (rows.length > 0) return true;
  // Removed from the log by retention before they were sent.
  await db.query('delete from audit_outbox where not exists (select from audit_log where id = entry_id)');
  return false;
}

async function post({ url, secret }: Collector, entry: AuditRecord, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify(entry);
  const signature = createHmac('sha256', secret.reveal()).update(body).digest('hex');
  const response = await fetch(url.reveal(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-storefleet-signature': `sha256=${signature}` },
    body,
    redirect: 'error',
    signal: withDeadline(ANSWER_WITHIN_MS, signal),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The collector answered ${response.status}.`);
}

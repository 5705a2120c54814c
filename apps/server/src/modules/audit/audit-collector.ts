import { createHmac } from 'node:crypto';
import type { AuditRecord } from '@storefleet/contract/people/audit';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { withDeadline } from '../../platform/resilience/deadline.ts';
import { sleep } from '../../platform/resilience/sleep.ts';

type Collector = NonNullable<Config['auditWebhook']>;
type CollectorDeps = {
  readonly db: Database;
  readonly logger: Logger;
  readonly collector: Collector | null;
};

const NAME = 'webhook';
/** Milliseconds between two looks for entries. */
const PAUSE_MS = 1_000;
const ENTRIES_AT_ONCE = 100;
const ANSWER_WITHIN_MS = 10_000;
/** Renewed with each entry: longer than one may take. */
const LEASE = `interval '30 seconds'`;
/** Seconds; doubles with each failure in a row. */
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 300;

/**
 * The part of a process that sends each entry of the audit log to a collector, oldest first. An entry stays in the
 * outbox until the collector has answered 2xx: it may arrive twice, and is never lost.
 */
export function createAuditCollector({ db, logger, collector }: CollectorDeps) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let working: Promise<void> = Promise.resolve();

  async function keepSending(to: Collector): Promise<void> {
    let isAway = false;
    while (!signal.aborted) {
      try {
        await sendAll({ db, logger, to, signal });
        isAway = false;
      } catch (error) {
        if (!isAway && !signal.aborted)
          logger.warn({ err: error }, 'audit: could not look for entries to send');
        isAway = true;
      }
      await sleep(PAUSE_MS, signal).catch(() => {});
    }
  }

  return {
    async start() {
      if (collector === null) return forget(db);
      await db.query('insert into audit_collectors (name) values ($1) on conflict do nothing', [NAME]);
      working = keepSending(collector);
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** Nothing is kept for a collector that is not there any more. */
async function forget(db: Database): Promise<void> {
  const { rowCount } = await db.query('delete from audit_collectors');
  if (rowCount > 0) await db.query('delete from audit_outbox');
}

type Sending = Omit<CollectorDeps, 'collector'> & { readonly to: Collector; readonly signal: AbortSignal };

/** Sends what waits, if nobody else does. */
async function sendAll({ db, logger, to, signal }: Sending): Promise<void> {
  const lease = uuidv7();
  const { rowCount } = await db.query(
    `update audit_collectors set lease_id = $1, leased_until = now() + ${LEASE}
     where (leased_until is null or leased_until < now()) and (waiting_until is null or waiting_until <= now())
       and exists (select from audit_outbox)`,
    [lease],
  );
  if (rowCount === 0) return;
  try {
    while (await sendSome(db, { to, signal, lease }));
    await handBack(db, lease, 'failures = 0, waiting_until = null');
  } catch (error) {
    if (signal.aborted) return handBack(db, lease, 'waiting_until = null');
    logger.warn({ err: error }, 'audit: the collector took no entry; they wait, and are sent again');
    const pause = `make_interval(secs => least(${LONGEST_PAUSE}, ${FIRST_PAUSE} * 2 ^ least(failures, 20)))`;
    await handBack(db, lease, `failures = failures + 1, waiting_until = now() + ${pause}`);
  }
}

async function handBack(db: Database, lease: string, changes: string): Promise<void> {
  await db.query(
    `update audit_collectors set lease_id = null, leased_until = null, ${changes} where lease_id = $1`,
    [lease],
  );
}

/** False once there is nothing more to send, or somebody else does. */
async function sendSome(
  db: Database,
  { to, signal, lease }: Pick<Sending, 'to' | 'signal'> & { readonly lease: string },
): Promise<boolean> {
  const { rows } = await db.query<Omit<AuditRecord, 'at'> & { at: Date }>(
    `select entry.* from audit_outbox join audit_log entry on entry.id = audit_outbox.entry_id
     order by entry.id limit ${ENTRIES_AT_ONCE}`,
  );
  for (const entry of rows) {
    await post(to, { ...entry, at: entry.at.toISOString() }, signal);
    const { rowCount } = await db.query(
      `with taken as (delete from audit_outbox where entry_id = $1)
       update audit_collectors set leased_until = now() + ${LEASE} where lease_id = $2`,
      [entry.id, lease],
    );
    if (rowCount === 0) return false;
  }
  if (rows.length > 0) return true;
  // Too old for the log before they were taken.
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

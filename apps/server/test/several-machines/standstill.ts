import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';

/** Accepted work progresses within this time while its source answers, whichever process dies. */
const LIMIT_MS = 60_000;
const POLL_INTERVAL_MS = 500;

type Row = {
  readonly storeBatch: string;
  readonly done: number;
  readonly lease: string | null;
  readonly stored: string;
  /** Store batches that claim products which this one waits for. */
  readonly holders: readonly string[];
};

export type Standstill = {
  /** The longest time in milliseconds without progress of an accepted edit. */
  longest: number;
  /** Edits that were stalled. */
  readonly problems: string[];
};

/**
 * Watches accepted edits until the signal. An edit progresses when items end, and when a worker claims it, as
 * the previous one had died. An edit that waits for products progresses with those that claim them. Time
 * without any live worker does not count.
 */
export async function watchEdits(
  { db, workers }: Pick<Fleet, 'db' | 'workers'>,
  signal: AbortSignal,
): Promise<Standstill> {
  const standstill: Standstill = { longest: 0, problems: [] };
  const since = new Map<string, { state: string; at: number; done: number; doneAt: number }>();
  const reported = new Set<string>();
  let lived = 0;
  let polledAt = Date.now();
  while (!signal.aborted) {
    await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {});
    // The database may die with its process.
    const rows = await db.query<Row>(OPEN_STORE_BATCHES).then(
      (found) => found.rows,
      () => null,
    );
    if (rows === null) continue;
    const now = Date.now();
    if (workers.some((worker) => worker.isUp())) lived += now - polledAt;
    polledAt = now;
    const own = new Map(rows.map((row) => [row.storeBatch, `${row.done} ${row.lease}`]));
    for (const row of rows) {
      const state = [row.storeBatch, ...row.holders].map((storeBatch) => own.get(storeBatch)).join();
      const before = since.get(row.storeBatch);
      const doneAt = before?.done === row.done ? before.doneAt : now;
      const at = before?.state === state ? before.at : lived;
      since.set(row.storeBatch, { state, at, done: row.done, doneAt });
      standstill.longest = Math.max(standstill.longest, now - doneAt);
      if (lived - at < LIMIT_MS || reported.has(row.storeBatch)) continue;
      reported.add(row.storeBatch);
      standstill.problems.push(`an edit is stalled: ${row.stored}; ${JSON.stringify(row.holders)}`);
    }
    for (const storeBatch of since.keys()) if (!own.has(storeBatch)) since.delete(storeBatch);
  }
  return standstill;
}

const OPEN_STORE_BATCHES = `
  select store_batch.batch_id || ' ' || store_batch.store_id as "storeBatch",
    store_batch.succeeded + store_batch.failed + store_batch.unchanged + store_batch.cancelled as done,
    store_batch.lease_id as lease,
    to_json(store_batch)::text as stored,
    array(
      select distinct claim.batch_id || ' ' || store_batch.store_id
      from unnest(store_batch.blocked_products) as blocked (id)
      join edit_claims claim on claim.product_id = blocked.id
    ) as holders
  from edit_batch_stores store_batch where store_batch.status = 'in_progress'`;

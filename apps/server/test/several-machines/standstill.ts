import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';

/** Whatever was accepted moves on within this time as long as its source answers, whoever dies. */
const LIMIT_MS = 60_000;
const LOOK_INTERVAL_MS = 500;

type Row = {
  readonly share: string;
  readonly done: number;
  readonly lease: string | null;
  readonly told: string;
  /** Shares that claim the products which this one waits for. */
  readonly holders: readonly string[];
};

export type Standstill = {
  /** The longest time in milliseconds in which nothing of an accepted edit ended. */
  longest: number;
  /** Edits that stood still. */
  readonly problems: string[];
};

/**
 * Watches accepted edits until the signal. One moves on when items of it end, and when a worker takes it up:
 * then the one before had died. One that waits for products moves on when those do that claim them. Time in
 * which no worker lives does not count against it.
 */
export async function watchEdits(
  { db, workers }: Pick<Fleet, 'db' | 'workers'>,
  signal: AbortSignal,
): Promise<Standstill> {
  const standstill: Standstill = { longest: 0, problems: [] };
  const since = new Map<string, { state: string; at: number; done: number; doneAt: number }>();
  const told = new Set<string>();
  let lived = 0;
  let lookedAt = Date.now();
  while (!signal.aborted) {
    await pause(LOOK_INTERVAL_MS, undefined, { signal }).catch(() => {});
    // The database may die with its process.
    const rows = await db.query<Row>(OPEN_SHARES).then(
      (found) => found.rows,
      () => null,
    );
    if (rows === null) continue;
    const now = Date.now();
    if (workers.some((worker) => worker.isUp())) lived += now - lookedAt;
    lookedAt = now;
    const own = new Map(rows.map((row) => [row.share, `${row.done} ${row.lease}`]));
    for (const row of rows) {
      const state = [row.share, ...row.holders].map((share) => own.get(share)).join();
      const before = since.get(row.share);
      const doneAt = before?.done === row.done ? before.doneAt : now;
      const at = before?.state === state ? before.at : lived;
      since.set(row.share, { state, at, done: row.done, doneAt });
      standstill.longest = Math.max(standstill.longest, now - doneAt);
      if (lived - at < LIMIT_MS || told.has(row.share)) continue;
      told.add(row.share);
      standstill.problems.push(`an edit stands still: ${row.told}; ${JSON.stringify(row.holders)}`);
    }
    for (const share of since.keys()) if (!own.has(share)) since.delete(share);
  }
  return standstill;
}

const OPEN_SHARES = `
  select share.batch_id || ' ' || share.store_id as share,
    share.succeeded + share.failed + share.unchanged + share.cancelled as done, share.lease_id as lease,
    to_json(share)::text as told,
    array(
      select distinct claim.batch_id || ' ' || share.store_id
      from unnest(share.blocked_products) as blocked (id) join edit_claims claim on claim.product_id = blocked.id
    ) as holders
  from edit_batch_stores share where share.status = 'in_progress'`;

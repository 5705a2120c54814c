import { v7 as uuidv7 } from 'uuid';
import type { SourceStock } from '../../../connectors/connector.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { type Finder, noteFoundChanges } from '../note-found.ts';
import { writeStock } from './write-stock.ts';

type Times = { readonly readAt: Date; readonly now: Date };

/** Stores the stock that was read, and records in the history what changed at the source. */
export async function writeAndNoteStock(
  tx: Queryable,
  storeId: string,
  stock: SourceStock,
  foundBy: Finder['foundBy'],
  { readAt, now }: Times,
): Promise<void> {
  const found = await writeStock(tx, storeId, stock, readAt);
  if (found.length === 0) return;
  const batchId = await batchOfDay(tx, storeId, foundBy, now);
  await noteFoundChanges(tx, storeId, { foundBy, batchId }, found, now);
}

/**
 * Every sale changes stock: what is found in a store within a day (UTC) is one batch, so one line in the list. It is
 * no part of a sync's batch, so that undoing the prices found by a sync does not undo sales. Ids are in the order of time.
 */
const BATCH_OF_DAY = `select batch_id from change_history_batches
  where batch_id >= $1 and store_id = $2 and found_by = $3 and attribute like 'stock.%'
  order by batch_id limit 1`;

async function batchOfDay(
  tx: Queryable,
  storeId: string,
  foundBy: Finder['foundBy'],
  now: Date,
): Promise<string> {
  const midnight = uuidv7({
    msecs: new Date(now).setUTCHours(0, 0, 0, 0),
    seq: 0,
    random: new Uint8Array(16),
  });
  const { rows } = await tx.query<{ batch_id: string }>(BATCH_OF_DAY, [midnight, storeId, foundBy]);
  return rows[0]?.batch_id ?? uuidv7({ msecs: now.getTime() });
}

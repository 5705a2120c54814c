import { statfs } from 'node:fs/promises';
import { STORAGE_PARTS, type StoragePart } from '@storefleet/contract/constants';
import type { Storage } from '@storefleet/contract/overview';
import type { Queryable } from '../../platform/db/database.ts';
import { DATABASE_BYTES, type Growth, readGrowth } from './storage-samples.ts';
import { readTableSizes, type TableSize } from './table-sizes.ts';

/** Their indexes are used by searches. */
const SEARCHED = new Set(['products', 'variants', 'product_filter_values']);

const PART_OF: Readonly<Record<string, StoragePart>> = {
  products: 'catalogue',
  variants: 'catalogue',
  product_filter_values: 'catalogue',
  change_history: 'history',
  change_history_batches: 'history',
  undone_chains: 'history',
  edit_batches: 'plans',
  edit_batch_stores: 'plans',
  edit_items: 'plans',
  left_out_items: 'plans',
  import_problem_rows: 'plans',
  undo_requests: 'plans',
  audit_log: 'history',
  sync_runs: 'runs',
  sync_seen_batches: 'runs',
  sync_skipped_rows: 'runs',
  scheduled_sync_runs: 'runs',
};

/** `dataFolder`: the embedded database's; null if the database is on another server. */
export async function readStorage(db: Queryable, now: Date, dataFolder: string | null): Promise<Storage> {
  const [tables, growth, size, disk] = await Promise.all([
    readTableSizes(db),
    readGrowth(db, now),
    db.query<{ bytes: number }>(`select ${DATABASE_BYTES}::float8 as bytes`),
    dataFolder === null ? null : readDisk(dataFolder),
  ]);
  const bytes = size.rows[0]?.bytes ?? 0;
  return {
    database_bytes: bytes,
    parts: partsOf(tables, bytes),
    growth,
    disk: disk && { ...disk, full_in_days: daysLeft(disk.free_bytes, growth) },
  };
}

function partsOf(tables: readonly TableSize[], databaseBytes: number): Storage['parts'] {
  const sums = new Map<StoragePart, number>(STORAGE_PARTS.map((part) => [part, 0]));
  let rest = databaseBytes;
  const add = (part: StoragePart, bytes: number) => {
    sums.set(part, (sums.get(part) ?? 0) + bytes);
    rest -= bytes;
  };
  for (const { name, table_bytes, index_bytes } of tables) {
    const part = PART_OF[name];
    if (part === undefined) continue;
    add(part, table_bytes);
    add(SEARCHED.has(name) ? 'search_index' : part, index_bytes);
  }
  add('other', Math.max(0, rest));
  return STORAGE_PARTS.map((part) => ({ part, bytes: sums.get(part) ?? 0 }));
}

async function readDisk(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}

/** Null if the database does not grow. */
export function daysLeft(freeBytes: number, growth: Growth | null): number | null {
  if (growth === null || growth.bytes_a_day <= 0) return null;
  return Math.floor(freeBytes / growth.bytes_a_day);
}

import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { HistorySource } from '@storefleet/contract/constants';
import type { Queryable } from '../../platform/db/database.ts';
import type { ChangeHistoryRow } from '../../platform/db/rows.generated.ts';
import type { Period } from '../../platform/time/calendar-day.ts';
import { FOUND_STOCK } from '../catalogue/old-history.ts';
import { escapeLike, searchKey } from '../catalogue/search-key.ts';

export type HistoryRow = ChangeHistoryRow & { attribute: EditableAttribute };

/** Filters rows of the history; omitted conditions do not apply. */
export type HistoryFilter = {
  readonly storeId?: string | undefined;
  readonly storeIds?: readonly string[] | undefined;
  readonly userId?: string | undefined;
  readonly attribute?: string | undefined;
  readonly batchId?: string | undefined;
  readonly batchIds?: readonly string[] | undefined;
  readonly productId?: string | undefined;
  readonly variantId?: string | undefined;
  /** Searches product titles, SKUs and barcodes in the catalogue. */
  readonly search?: string | undefined;
  readonly source?: HistorySource | undefined;
  /** False: without stock that syncs and webhooks found changed. */
  readonly foundStock?: boolean | undefined;
  readonly period?: Period | undefined;
};

/**
 * Exact. The lines of `change_history_batches` have counts; changes are only counted for lines partly outside
 * the period, or partly removed for their age. Conditions on single changes (a product, a word) use an index
 * on those.
 */
export async function countHistory(db: Queryable, filter: HistoryFilter): Promise<number> {
  const { where, params } = conditions(filter);
  const { productId, variantId, search, period, ...ofLines } = filter;
  if (productId || variantId || search) {
    const { rows } = await db.query<{ total: number }>(
      `select count(*)::int as total from change_history as h ${where}`,
      params,
    );
    return rows[0]?.total ?? 0;
  }
  const lines = conditions(ofLines);
  const place = (nth: number) => `$${lines.params.length + nth}::timestamptz`;
  const { rows } = await db.query<{ total: number }>(
    `with lines as materialized (
       select batch_id, store_id, attribute, changes,
         first_at >= greatest(${place(1)}, (select complete_since from history_extent))
           and (${place(2)} is null or last_at < ${place(2)}) as is_whole
       from change_history_batches as h ${lines.where === '' ? 'where true' : lines.where}
         and (${place(1)} is null or last_at >= ${place(1)}) and (${place(2)} is null or first_at < ${place(2)})
     )
     select ((select coalesce(sum(changes), 0) from lines where is_whole) + (
       select count(*) from lines join change_history as h using (batch_id, store_id, attribute)
       where is_whole is not true
         and (${place(1)} is null or h.changed_at >= ${place(1)}) and (${place(2)} is null or h.changed_at < ${place(2)})
     ))::int as total`,
    [...lines.params, period?.from ?? null, period?.before ?? null],
  );
  return rows[0]?.total ?? 0;
}

/**
 * One page, newest first. `total` is the number of all matching rows: a page in the second half is found from
 * the end, so that no page is farther away than half the history.
 */
export async function listHistory(
  db: Queryable,
  filter: HistoryFilter,
  { offset, limit, total }: { offset: number; limit: number; total: number },
): Promise<HistoryRow[]> {
  const size = Math.min(limit, total - offset);
  if (size <= 0) return [];
  const fromEnd = total - offset - size;
  const backwards = fromEnd < offset;
  const { where, params } = conditions(filter);
  const order = backwards ? 'h.changed_at, h.id' : 'h.changed_at desc, h.id desc';
  // An index-only scan finds the ids; only the rows of the page are read.
  const { rows } = await db.query<HistoryRow>(
    `select h.*
     from (
       select h.id from change_history as h ${where}
       order by ${order} offset $${params.length + 1} limit $${params.length + 2}
     ) as page
     join change_history as h on h.id = page.id
     order by h.changed_at desc, h.id desc`,
    [...params, backwards ? fromEnd : offset, size],
  );
  return rows;
}

/** All matching rows, newest first, in chunks; without rows added meanwhile. */
export async function* readHistory(
  db: Queryable,
  filter: HistoryFilter,
  chunkSize: number,
): AsyncGenerator<HistoryRow[], void, void> {
  const { where, params } = conditions(filter);
  // As text: a Date would be truncated to milliseconds, and skip rows.
  let last: { id: string; place: string } | undefined;
  for (;;) {
    const after = last
      ? `${where === '' ? 'where' : 'and'} (h.changed_at, h.id) < ($${params.length + 2}::timestamptz, $${params.length + 3}::uuid)`
      : '';
    const { rows } = await db.query<HistoryRow & { place: string }>(
      `select h.*, h.changed_at::text as place from change_history as h ${where} ${after}
       order by h.changed_at desc, h.id desc limit $${params.length + 1}`,
      [...params, chunkSize, ...(last ? [last.place, last.id] : [])],
    );
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < chunkSize) return;
  }
}

export async function findHistoryRows(db: Queryable, ids: readonly string[]): Promise<HistoryRow[]> {
  const { rows } = await db.query<HistoryRow>(
    `select h.* from change_history as h where h.id = any($1::uuid[])`,
    [ids],
  );
  return rows;
}

/** Number of changes per batch. */
export async function sizesOfBatches(
  db: Queryable,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ batch_id: string; size: number }>(
    `select batch_id, sum(changes)::int as size from change_history_batches
     where batch_id = any ($1::uuid[]) group by batch_id`,
    [batchIds],
  );
  return new Map(rows.map(({ batch_id, size }) => [batch_id, size]));
}

/** Number of matching changes per batch. */
export async function countBatches(
  db: Queryable,
  filter: HistoryFilter & { readonly batchIds: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const { where, params } = conditions(filter);
  const { rows } = await db.query<{ batch_id: string; size: number }>(
    `select h.batch_id, count(*)::int as size from change_history as h ${where} group by h.batch_id`,
    params,
  );
  return new Map(rows.map(({ batch_id, size }) => [batch_id, size]));
}

/** The matching changes that were ever undone, even if that undo was itself undone. */
export async function findUndoneOnce(
  db: Queryable,
  filter: HistoryFilter & { readonly batchIds: readonly string[] },
): Promise<{ id: string; batch_id: string }[]> {
  const { where, params } = conditions(filter);
  const thoseOf = (undone: string) =>
    `select h.id, h.batch_id from change_history as h ${where} and h.id in (select ${undone})`;
  const { rows } = await db.query<{ id: string; batch_id: string }>(
    // Two joins, not one OR per change of batches that may have 100,000.
    `${thoseOf('undoes_record_id from change_history where undoes_record_id is not null')}
     union ${thoseOf('record_id from undone_chains')}`,
    params,
  );
  return rows;
}

type UndoingRow = { id: string; batch_id: string; undoes_record_id: string };

/** The changes that undid any of these records, directly or along with an older one, newest first. */
export async function findUndoings(db: Queryable, recordIds: readonly string[]): Promise<UndoingRow[]> {
  const { rows } = await db.query<UndoingRow>(
    `select id, batch_id, undoes_record_id from (
       select id, batch_id, undoes_record_id, changed_at from change_history
       where undoes_record_id = any($1::uuid[])
       union all
       select undoing.id, undoing.batch_id, chained.record_id, undoing.changed_at
       from undone_chains as chained
       join change_history as undoing
         on undoing.undoes_record_id = chained.oldest_record_id and undoing.batch_id = chained.batch_id
       where chained.record_id = any($1::uuid[])
     ) as undoings
     order by changed_at desc, id desc`,
    [recordIds],
  );
  return rows;
}

type HistoryUserRow = { id: string; email: string | null; name: string | null };

/** Everybody who ever changed something, under their latest name. Reads one row per person. */
export async function listHistoryUsers(db: Queryable): Promise<HistoryUserRow[]> {
  const { rows } = await db.query<HistoryUserRow>(
    `with recursive people as (
       (select user_id from change_history where user_id is not null order by user_id limit 1)
       union all
       select (select h.user_id from change_history as h where h.user_id > people.user_id order by h.user_id limit 1)
       from people where people.user_id is not null
     )
     select people.user_id as id, newest.user_email as email, newest.user_name as name
     from people
     cross join lateral (
       select h.user_email, h.user_name from change_history as h
       where h.user_id = people.user_id
       order by h.changed_at desc, h.id desc limit 1
     ) as newest
     where people.user_id is not null`,
  );
  return rows;
}

const SEARCHED = `h.product_id in (
  select id from products where search_name like ? or search_skus like ? or search_barcodes like ? limit 1000)`;

export function conditions(filter: HistoryFilter): { where: string; params: unknown[] } {
  const params: unknown[] = [];
  const clauses: string[] = [];
  const add = (clause: string, value: unknown) => {
    if (value === undefined || value === null) return;
    params.push(value);
    clauses.push(clause.replaceAll('?', `$${params.length}`));
  };
  add('h.store_id = ?', filter.storeId);
  add('h.store_id = any (?::uuid[])', filter.storeIds);
  add('h.user_id = ?', filter.userId);
  add('h.attribute = ?', filter.attribute);
  add('h.batch_id = ?', filter.batchId);
  add('h.batch_id = any (?::uuid[])', filter.batchIds);
  add('h.product_id = ?', filter.productId);
  add('h.variant_id = ?', filter.variantId);
  add(SEARCHED, filter.search && `%${escapeLike(searchKey(filter.search))}%`);
  const isFound = filter.source === 'sync' || filter.source === 'webhook';
  add(isFound ? 'h.found_by = ?' : 'h.origin = ?', filter.source);
  add('h.changed_at >= ?', filter.period?.from);
  add('h.changed_at < ?', filter.period?.before);
  if (filter.foundStock === false) clauses.push(`not (${FOUND_STOCK})`);
  return { where: clauses.length === 0 ? '' : `where ${clauses.join(' and ')}`, params };
}

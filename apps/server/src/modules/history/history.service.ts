import { HISTORY_MAX_PAGE_SIZE } from '@storefleet/contract/constants';
import type {
  HistoryBatch,
  HistoryBatchesQuery,
  HistoryFilters,
  HistoryPage,
  HistoryQuery,
  HistoryRecord,
  HistoryUserList,
  ProvenanceQuery,
} from '@storefleet/contract/edits/history';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { periodOf } from '../../platform/time/calendar-day.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Table } from '../csv/export/table.ts';
import { listHistoryBatches } from './batches/list-batches.ts';
import { presentHistory } from './history.presenter.ts';
import {
  countBatches,
  countHistory,
  findUndoneOnce,
  type HistoryFilter,
  listHistory,
  listHistoryUsers,
} from './history.repository.ts';
import { historyTable } from './history-table.ts';
import { findProvenance } from './provenance.ts';
import { findUndoneMarks } from './undo/undone-marks.ts';

export type HistoryService = ReturnType<typeof createHistoryService>;

/** What was changed through this tool, by whom and when. Nothing here changes a row of it. */
export function createHistoryService({ db, clock }: { db: Database; clock: Clock }) {
  /** One page, newest first; `view_all` uses the largest page. */
  async function list(query: HistoryQuery): Promise<HistoryPage> {
    const filter = filterOf(query);
    const limit = query.view_all ? HISTORY_MAX_PAGE_SIZE : query.page_size;
    const total = await countHistory(db, filter);
    const rows = await listHistory(db, filter, { offset: (query.page - 1) * limit, limit, total });
    const data = await presentHistory(db, rows);
    const batches = await describeBatches(db, data, filter);
    return { data, batches, total, total_pages: Math.ceil(total / limit) };
  }

  /** Everybody in the whole history, by name. */
  async function users(): Promise<HistoryUserList> {
    const people = (await listHistoryUsers(db)).map(({ id, email, name }) => ({
      id,
      email: email ?? '',
      name,
    }));
    const called = (person: { name: string | null; email: string }) => person.name ?? person.email;
    people.sort((a, b) => called(a).localeCompare(called(b), 'en') || (a.id < b.id ? -1 : 1));
    return { users: people, total: people.length };
  }

  const batches = (query: HistoryBatchesQuery) => listHistoryBatches(db, filterOf(query), query);

  const provenance = (query: ProvenanceQuery) => findProvenance(db, query);

  /** All rows matching the filters, for an export. */
  const table = (query: HistoryFilters): Table => historyTable({ db, clock }, filterOf(query));

  return { list, batches, provenance, users, table };
}

export function filterOf(query: HistoryFilters): HistoryFilter {
  return {
    storeId: query.store_id,
    userId: query.user_id,
    attribute: query.attribute,
    batchId: query.batch_id,
    productId: query.product_id,
    variantId: query.variant_id,
    search: query.search,
    source: query.source,
    foundStock: query.found_stock,
    period: periodOf(query),
  };
}

/** For each batch of several changes: how many match the filter, and how many of those are undone. */
async function describeBatches(
  db: Queryable,
  records: readonly HistoryRecord[],
  filter: HistoryFilter,
): Promise<HistoryBatch[]> {
  const sizes = new Map(records.map(({ batch_id, batch_size }) => [batch_id, batch_size]));
  const batchIds = [...sizes.keys()].filter((id) => sizes.get(id) !== 1);
  if (batchIds.length === 0) return [];
  const found = await countBatches(db, { ...filter, batchIds });
  const undoneOnce = await findUndoneOnce(db, { ...filter, batchIds });
  const marks = await findUndoneMarks(
    db,
    undoneOnce.map(({ id }) => id),
  );
  const undone = Map.groupBy(
    undoneOnce.filter(({ id }) => marks.has(id)),
    ({ batch_id }) => batch_id,
  );
  return batchIds.map((batch_id) => ({
    batch_id,
    size: sizes.get(batch_id) ?? 1,
    found: found.get(batch_id) ?? 1,
    undone: undone.get(batch_id)?.length ?? 0,
  }));
}

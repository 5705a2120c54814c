import type {
  HistoryBatchesQuery,
  HistoryFilters,
  HistoryPage,
  HistoryQuery,
  HistoryUserList,
  ProvenanceQuery,
} from '@storefleet/contract/catalogue/history';
import { HISTORY_MAX_PAGE_SIZE } from '@storefleet/contract/constants';
import type { Database } from '../../platform/db/database.ts';
import { periodOf } from '../../platform/time/calendar-day.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Table } from '../csv/export/table.ts';
import { listHistoryBatches } from './batches/list-batches.ts';
import { presentHistory } from './history.presenter.ts';
import { countHistory, type HistoryFilter, listHistory, listHistoryUsers } from './history.repository.ts';
import { describeBatches } from './history-batches.ts';
import { historyTable } from './history-table.ts';
import { findProvenance } from './provenance.ts';

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
    period: periodOf(query),
  };
}

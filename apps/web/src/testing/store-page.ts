import type { ProductList } from '@storefleet/contract/catalogue/products';
import type { Store } from '@storefleet/contract/stores/stores';
import { buildSyncStatus } from './builders/build-sync-status.ts';
import { buildTableReport } from './builders/build-table-report.ts';
import type { Answers } from './render-app.tsx';

/** What the page of a store asks for: never synced, no webhooks, and nothing mapped, unless said otherwise. */
export const storePageAnswers = (store: Store, more: Answers = {}): Answers => ({
  'stores.get': () => store,
  'sync.status': () => buildSyncStatus({ store_id: store.id }),
  'sync.logs': () => ({ logs: [], total: 0 }),
  'webhooks.get': () => ({
    enabled: false,
    active: false,
    unavailable_because: null,
    error: null,
    topics: [],
    last_received_at: null,
  }),
  'mssql.tables': () => ({ tables: [], total: 0 }),
  'mssql.tableSchema': () => ({ columns: [], total: 0 }),
  'mssql.listMappings': () => ({ mappings: [], total: 0 }),
  'mssql.previewMappings': () => ({
    table: buildTableReport(),
    rows: [],
    warnings: [],
    blocked_because: null,
  }),
  ...more,
});

/** A page of a store's products, of `total` in all. */
export const productPage = (
  products: ProductList['products'],
  { total = products.length, offset = 0 } = {},
): ProductList => ({
  products,
  pagination: {
    total,
    limit: 250,
    offset,
    has_more: offset + 250 < total,
    next_page_info: offset + 250 < total ? String(offset + 250) : null,
    previous_page_info: offset > 0 ? String(offset - 250) : null,
  },
});

import type { ProductList } from '@storefleet/contract/catalogue/products/products';
import type { FieldMapping } from '@storefleet/contract/stores/mssql/mssql';
import { buildScheduledSync } from './builders/build-scheduled-sync.ts';
import { buildMssqlStore, buildStore } from './builders/build-store.ts';
import { buildSyncStatus } from './builders/build-sync-status.ts';
import { buildTableReport } from './builders/build-table-report.ts';
import type { Answers } from './render-app.tsx';

/** A page of a store's products out of `total`. */
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

export const shop = buildStore();
export const table = buildMssqlStore({ id: '0190a000-0000-7000-8000-000000000002' });
export const nightly = buildScheduledSync();

/** A server with one of everything. */
export const everything: Answers = {
  'sync.status': () => buildSyncStatus(),
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
  'mssql.previewMappings': () => ({
    table: buildTableReport(),
    rows: [],
    warnings: [],
    blocked_because: null,
  }),
  'stores.list': () => ({ stores: [shop], total: 1 }),
  'stores.get': ({ params }) => (params.id === table.id ? table : shop),
  'products.listByStore': () => productPage([]),
  'sync.statusBatch': () => ({ [shop.id]: buildSyncStatus() }),
  'overview.summary': () => ({
    stores: 1,
    active_stores: 1,
    products: 0,
    variants: 0,
    oldest_sync_at: null,
    never_synced: 0,
    failed_syncs: 0,
  }),
  'overview.activity': () => ({ days: [] }),
  'overview.attention': () => ({ items: [] }),
  'mssql.listMappings': () => ({ mappings: [buildMapping()], total: 1 }),
  'scheduledSyncs.list': () => ({ scheduled_syncs: [nightly], total: 1 }),
  'scheduledSyncs.get': () => nightly,
  'scheduledSyncs.logs': () => ({ logs: [], total: 0 }),
  'scheduledSyncs.summary': () => ({
    total_schedules: 1,
    active_schedules: 1,
    failed_schedules: 0,
    next_run: null,
  }),
  'scheduledChanges.list': () => ({ scheduled_changes: [], total: 0 }),
  'scheduledSyncs.upcoming': () => ({ runs: [], truncated: false }),
  'scheduledSyncs.timezones': () => ['UTC'],
  'scheduledSyncs.preview': () => ({ schedule_description: 'Daily', next_runs: [], problem: null }),
  'settings.list': () => ({ settings: [], total: 0, default_callback_url: 'http://localhost/callback' }),
  'team.list': () => ({
    members: [
      {
        id: '0190a000-0000-7000-8000-000000000001',
        email: 'ada@shops.example',
        name: 'Ada',
        status: 'active',
        role: 'owner',
        store_ids: null,
        has_second_factor: false,
        created_at: '2026-01-15T09:00:00.000Z',
        last_sign_in_at: null,
      },
    ],
    total: 1,
    demands_second_factor: false,
    managed_at: null,
  }),
};

/** A mapping of a column to the title, with overrides. */
function buildMapping(fields: Partial<FieldMapping> = {}): FieldMapping {
  return {
    id: '0190b000-0000-7000-8000-000000000001',
    store_id: '0190a000-0000-7000-8000-000000000001',
    source_field: 'item_name',
    target_field: 'title',
    is_custom: false,
    data_type: 'string',
    is_required: true,
    default_value: null,
    transformation_type: 'none',
    transformation_config: null,
    child_table: null,
    is_generated: true,
    ...fields,
  };
}

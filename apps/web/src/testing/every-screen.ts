import type { ProductList } from '@storefleet/contract/catalogue/products/products';
import { OverviewSummary } from '@storefleet/contract/overview';
import { TeamMember } from '@storefleet/contract/people/team';
import { FieldMapping, MappingPreview } from '@storefleet/contract/stores/mssql/mssql';
import { StoreWebhooks } from '@storefleet/contract/stores/webhooks';
import { blank } from './builders/blank.ts';
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

const mapping: FieldMapping = {
  ...blank(FieldMapping),
  source_field: 'item_name',
  target_field: 'title',
  data_type: 'string',
  is_required: true,
  transformation_type: 'none',
  is_generated: true,
};

/** A server with one of everything. */
export const everything: Answers = {
  'sync.status': () => buildSyncStatus(),
  'sync.logs': () => ({ logs: [], total: 0 }),
  'webhooks.get': () => blank(StoreWebhooks),
  'mssql.tables': () => ({ tables: [], total: 0 }),
  'mssql.tableSchema': () => ({ columns: [], total: 0 }),
  'mssql.previewMappings': () => ({ ...blank(MappingPreview), table: buildTableReport() }),
  'stores.list': () => ({ stores: [shop], total: 1 }),
  'stores.get': ({ params }) => (params.id === table.id ? table : shop),
  'products.listByStore': () => productPage([]),
  'sync.statusBatch': () => ({ [shop.id]: buildSyncStatus() }),
  'overview.summary': () => ({ ...blank(OverviewSummary), stores: 1, active_stores: 1 }),
  'overview.activity': () => ({ days: [] }),
  'overview.attention': () => ({ items: [] }),
  'mssql.listMappings': () => ({ mappings: [mapping], total: 1 }),
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
      { ...blank(TeamMember), email: 'ada@shops.example', name: 'Ada', status: 'active', role: 'owner' },
    ],
    total: 1,
    demands_second_factor: false,
    managed_at: null,
  }),
};

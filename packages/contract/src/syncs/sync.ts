import { z } from 'zod';
import { idOf, limitQuery, OffsetQuery, Outcome, StoreParams, Timestamp, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import {
  STATUS_BATCH_MAX_STORES,
  SYNC_LOGS_DEFAULT_LIMIT,
  SYNC_LOGS_MAX_LIMIT,
  SYNC_METHODS,
  SYNC_SCOPES,
  SYNC_STAGES,
  SYNC_STATUSES,
  SYNC_TRIGGERS,
} from '../constants.ts';

export const SyncMethod = z.enum(SYNC_METHODS, { error: 'Must be graphql, rest or mssql.' });

export const SyncScope = z.enum(SYNC_SCOPES, { error: 'Must be everything or changes.' });

export const SyncStatus = model('SyncStatus', {
  store_id: Uuid,
  sync_id: Uuid.nullable().describe('The current or last run; null before the first'),
  status: z.enum(SYNC_STATUSES),
  message: z.string().nullable(),
  progress: z.number().min(0).max(100).describe('Percent'),
  processed_products: z.int().min(0),
  total_products: z.int().min(0),
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  last_sync_at: Timestamp.nullable().describe('When the last successful sync of everything completed'),
  last_changes_at: Timestamp.nullable().describe('When the last successful sync of changes completed'),
  scope: SyncScope.nullable().describe('Scope of the current or last run'),
  changes_since: Timestamp.nullable().describe('Start of the window of changes that the run read'),
  can_sync_changes: z.boolean().describe('Whether a completed full sync exists to follow up on'),
  full_sync_due: z.boolean().describe('Whether a sync of changes found that something was removed'),
  error_message: z.string().nullable(),
  error_kind: z
    .string()
    .nullable()
    .describe('Kind of error that ended the run: auth and scope_missing require another token'),
  force_stopped: z.boolean(),
  method: SyncMethod.nullable(),
  stage: z.enum(SYNC_STAGES).nullable().describe('Current step of a running sync'),
  seconds_left: z
    .int()
    .min(0)
    .nullable()
    .describe('Estimated from the pace at which products are read; null if unknown'),
  waiting_until: Timestamp.nullable().describe('Set while the source throttles the run'),
  waiting_reason: z
    .string()
    .nullable()
    .describe('The problem at the source, until it responds again; null for a requested pause'),
  held_back: z.int().min(0).describe('Products missing at the source whose removal awaits a decision'),
  can_reset: z.boolean().describe('Failed, force stopped, or no heartbeat for 60 s'),
});
export type SyncStatus = z.infer<typeof SyncStatus>;

export const SyncStarted = model('SyncStarted', {
  success: z.boolean(),
  task_id: Uuid,
  products_count: z.int().min(0).nullable().describe('As counted by the source; null if it cannot tell'),
  message: z.string(),
});
export type SyncStarted = z.infer<typeof SyncStarted>;

export const RestSyncStarted = SyncStarted.extend({
  products_count: z.int().min(0).describe('On the pages fetched before the response'),
  pages_fetched: z.int().min(0),
  has_more: z.boolean().describe('Whether more pages follow, which a sync would read as well'),
}).meta({ id: 'RestSyncStarted' });
export type RestSyncStarted = z.infer<typeof RestSyncStarted>;

export const SyncAllResult = model('SyncAllResult', {
  total_stores: z.int().min(0),
  successful_syncs: z.int().min(0),
  failed_syncs: z.int().min(0),
  results: z.array(
    z.object({
      store_id: Uuid,
      store_name: z.string(),
      success: z.boolean().describe('Whether a sync of this store started'),
      error: z.string().nullable(),
      products_count: z.int().min(0).nullable(),
    }),
  ),
});
export type SyncAllResult = z.infer<typeof SyncAllResult>;

const StatusBatch = z.object({
  store_ids: z
    .array(Uuid, { error: 'store_ids must be a list of store ids.' })
    .max(STATUS_BATCH_MAX_STORES, { error: `Ask for at most ${STATUS_BATCH_MAX_STORES} stores at once.` }),
});
export const SyncStatusByStore = z.record(z.string(), SyncStatus).meta({ id: 'SyncStatusByStore' });
export type SyncStatusByStore = z.infer<typeof SyncStatusByStore>;

export const CatalogueCount = model('CatalogueCount', {
  products: z.int().min(0),
  variants: z.int().min(0).nullable(),
});
export type CatalogueCount = z.infer<typeof CatalogueCount>;

/** Something that the source has and the catalogue lacks, with the reason. */
export const SyncGap = model('SyncGap', {
  source_id: z.string().nullable(),
  title: z.string().nullable(),
  reason: z.string(),
});
export type SyncGap = z.infer<typeof SyncGap>;

/** One run of a sync. */
export const SyncLog = model('SyncLog', {
  id: Uuid,
  store_id: Uuid,
  method: SyncMethod,
  scope: SyncScope,
  changes_since: Timestamp.nullable().describe('Start of the window of changes that the run read'),
  trigger: z.enum(SYNC_TRIGGERS),
  status: z.enum(SYNC_STATUSES),
  message: z.string().nullable(),
  started_at: Timestamp,
  completed_at: Timestamp.nullable(),
  pages_fetched: z.int().min(0),
  counts: z
    .object({
      created: z.int().min(0),
      updated: z.int().min(0),
      unchanged: z.int().min(0),
      removed: z.int().min(0),
      held_back: z.int().min(0),
    })
    .describe('Products'),
  source_count: CatalogueCount.nullable().describe('Count reported by the source at the end of the run'),
  stored_count: CatalogueCount.nullable().describe(
    'Everything stored at the end of the run, including products kept although the source lacks them',
  ),
  gaps: z.array(SyncGap),
  skipped_rows: z
    .int()
    .min(0)
    .describe('Rows of a table that could not be mapped and are not in the catalogue'),
  notices: z.array(z.string()).describe('What could not be read, such as costs without the required scope'),
  error_message: z.string().nullable(),
});
export type SyncLog = z.infer<typeof SyncLog>;

export const SyncLogQuery = z.object({
  limit: limitQuery({ defaultLimit: SYNC_LOGS_DEFAULT_LIMIT, maxLimit: SYNC_LOGS_MAX_LIMIT }),
  offset: OffsetQuery,
});

export const SyncLogList = model('SyncLogList', { logs: z.array(SyncLog), total: z.int().min(0) });
export type SyncLogList = z.infer<typeof SyncLogList>;

/** The listed skipped rows of a run, in reading order. */
export const SkippedRowList = model('SkippedRowList', {
  rows: z.array(z.object({ source_key: z.string(), reason: z.string() })),
  total: z.int().min(0).describe('Number of skipped rows listed'),
});
export type SkippedRowList = z.infer<typeof SkippedRowList>;

/** Products that vanished from the source in such numbers that a person has to decide on their removal. */
export const HeldRemovals = model('HeldRemovals', {
  held_back: z.int().min(0),
  total_products: z.int().min(0).describe('Stored products, including held-back ones'),
  sync_id: Uuid.nullable().describe('The run that found them missing'),
  found_at: Timestamp.nullable(),
  products: z
    .array(z.object({ id: Uuid, shopify_id: z.string(), title: z.string(), variants_count: z.int().min(0) }))
    .describe('One page'),
});
export type HeldRemovals = z.infer<typeof HeldRemovals>;

export const RemovalDecision = model('RemovalDecision', {
  success: z.boolean(),
  message: z.string(),
  removed: z.int().min(0),
});
export type RemovalDecision = z.infer<typeof RemovalDecision>;

export const syncRoutes = {
  startRest: defineRoute('sync.startRest', {
    summary: 'Start a REST sync of a store',
    params: StoreParams,
    response: RestSyncStarted,
  }),
  startGraphql: defineRoute('sync.startGraphql', {
    summary: 'Start a GraphQL sync of a store',
    params: StoreParams,
    response: SyncStarted,
  }),
  startChanges: defineRoute('sync.startChanges', {
    summary: 'Start a sync of changes since the last sync began',
    description: 'Removes nothing: its final counts tell whether a full sync is due.',
    params: StoreParams,
    response: SyncStarted,
  }),
  startAll: defineRoute('sync.startAll', {
    summary: 'Start a sync of every active store',
    response: SyncAllResult,
  }),
  status: defineRoute('sync.status', {
    summary: 'Read the sync status of a store',
    params: StoreParams,
    response: SyncStatus,
  }),
  statusBatch: defineRoute('sync.statusBatch', {
    summary: 'Read the sync status of several stores',
    body: StatusBatch,
    response: SyncStatusByStore,
  }),
  logs: defineRoute('sync.logs', {
    summary: 'List the sync runs of a store, newest first',
    params: StoreParams,
    query: SyncLogQuery,
    response: SyncLogList,
  }),
  skippedRows: defineRoute('sync.skippedRows', {
    summary: 'List the rows a run skipped, with reasons',
    params: StoreParams.extend({ syncId: idOf('sync_not_found') }),
    query: SyncLogQuery,
    response: SkippedRowList,
  }),
  forceStop: defineRoute('sync.forceStop', {
    summary: 'Stop the running sync and prevent an automatic restart',
    params: StoreParams,
    response: Outcome,
  }),
  reset: defineRoute('sync.reset', {
    summary: 'Reset the sync status so that new syncs can start',
    params: StoreParams,
    response: Outcome,
  }),
  removals: defineRoute('sync.removals', {
    summary: 'List the removals awaiting a decision',
    params: StoreParams,
    query: SyncLogQuery,
    response: HeldRemovals,
  }),
  approveRemovals: defineRoute('sync.approveRemovals', {
    summary: 'Remove the held-back products',
    params: StoreParams,
    response: RemovalDecision,
  }),
  dismissRemovals: defineRoute('sync.dismissRemovals', {
    summary: 'Keep the held-back products; the next sync checks them again',
    params: StoreParams,
    response: RemovalDecision,
  }),
};

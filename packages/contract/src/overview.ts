import { z } from 'zod';
import { queryInteger, Timestamp, Uuid } from './api/common.ts';
import { model } from './api/model.ts';
import { defineRoute } from './api/route.ts';
import { EDITABLE_ATTRIBUTES } from './attributes/attributes.ts';
import {
  ACTIVITY_DAYS,
  ACTIVITY_MAX_DAYS,
  ATTENTION_KINDS,
  DISMISSIBLE_KINDS,
  STORAGE_PARTS,
} from './constants.ts';
import { BulkUpdateBatch } from './edits/bulk-update-batches.ts';
import { FileWork } from './files.ts';
import { StorePoints } from './stores/points.ts';
import { SyncStatus } from './syncs/sync.ts';

/** The dashboard's totals over all stores. */
export const OverviewSummary = model('OverviewSummary', {
  stores: z.int().min(0),
  active_stores: z.int().min(0),
  products: z.int().min(0).describe('Products in the catalogue'),
  variants: z.int().min(0).describe('Variants in the catalogue'),
  oldest_sync_at: Timestamp.nullable().describe(
    'Last successful sync of the active store synced longest ago; null if there is none',
  ),
  never_synced: z.int().min(0).describe('Active stores never synced'),
  failed_syncs: z.int().min(0).describe('Stores whose last sync failed and was not reset'),
});
export type OverviewSummary = z.infer<typeof OverviewSummary>;

export const ActivityQuery = z.object({
  days: queryInteger({ min: 1, max: ACTIVITY_MAX_DAYS, name: 'days' }).default(ACTIVITY_DAYS),
  timezone: z
    .string()
    .max(100, { error: 'timezone must be the name of a timezone, such as Europe/Berlin.' })
    .default('UTC')
    .describe('Timezone of the days, such as Europe/Berlin'),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/** Every day of the last days including today, oldest first. */
export const Activity = model('Activity', {
  days: z.array(
    z.object({
      date: z.iso.date(),
      synced_products: z.int().min(0).describe('Products processed by syncs that ended on this day'),
      edits: z.int().min(0).describe('Changes recorded on this day'),
    }),
  ),
});
export type Activity = z.infer<typeof Activity>;

/** Long work running now, in any process. */
export const Running = model('Running', {
  syncs: z.array(SyncStatus.extend({ store_name: z.string() })),
  bulk_updates: z.array(BulkUpdateBatch),
  files: z.array(FileWork).describe('Your own exports and imports'),
  points: z.array(StorePoints).describe('For shops that responded within the last minute'),
});
export type Running = z.infer<typeof Running>;

const AttentionItem = model('AttentionItem', {
  kind: z.enum(ATTENTION_KINDS),
  store_id: Uuid.nullable().describe('The store concerned; null for the server itself'),
  store_name: z.string().nullable(),
  since: Timestamp.nullable().describe('Since when, if known'),
  detail: z.string().nullable().describe('The reason as a sentence, if there is one'),
  count: z
    .int()
    .min(0)
    .nullable()
    .describe('Products held back, differences found, changes planned or failed, or megabytes free'),
  schedule: z.object({ id: Uuid, name: z.string() }).nullable(),
  rule: z
    .object({ id: Uuid, attribute: z.enum(EDITABLE_ATTRIBUTES) })
    .nullable()
    .describe('The equality rule that is violated'),
  batch_id: Uuid.nullable().describe('The bulk update concerned'),
});
export type AttentionItem = z.infer<typeof AttentionItem>;

/** What needs a person's attention, most serious first. */
export const Attention = model('Attention', { items: z.array(AttentionItem) });
export type Attention = z.infer<typeof Attention>;

/** A failure that the team has dismissed. A later failure is listed again. */
export const Dismissal = model('Dismissal', {
  kind: z.enum(DISMISSIBLE_KINDS, {
    error: `Only these can be dismissed: ${DISMISSIBLE_KINDS.join(', ')}.`,
  }),
  subject_id: Uuid.describe('The bulk update, or else the store concerned'),
  since: Timestamp.describe('As listed'),
  is_dismissed: z.boolean({ error: 'Must be true or false.' }),
});
export type Dismissal = z.infer<typeof Dismissal>;

/** The size of the database, what uses it, and how long the disk will last. */
export const Storage = model('Storage', {
  database_bytes: z.int().min(0),
  parts: z.array(z.object({ part: z.enum(STORAGE_PARTS), bytes: z.int().min(0) })),
  growth: z
    .object({ bytes_a_day: z.number(), days: z.int().min(1) })
    .nullable()
    .describe('Average growth per day, over up to 28 days; null until there are two days to compare'),
  disk: z
    .object({
      free_bytes: z.int().min(0),
      total_bytes: z.int().min(0),
      full_in_days: z
        .int()
        .min(0)
        .nullable()
        .describe('At the current growth; null if it does not grow or the growth is unknown'),
    })
    .nullable()
    .describe('The disk of the embedded database; null where the database is elsewhere'),
});
export type Storage = z.infer<typeof Storage>;

export const overviewRoutes = {
  summary: defineRoute('overview.summary', {
    summary: 'Totals over all stores',
    response: OverviewSummary,
  }),
  activity: defineRoute('overview.activity', {
    summary: 'Synced products and edits by day',
    query: ActivityQuery,
    response: Activity,
  }),
  attention: defineRoute('overview.attention', {
    summary: 'List what needs attention, most severe first',
    description:
      `By severity: ${ATTENTION_KINDS.join(', ')}; oldest first within a kind. Archived stores are left out; ` +
      'inactive ones are never reported as stale or never synced. A store is stale if its schedules expected a ' +
      'newer sync or, without a working schedule, after a day. It is listed until a sync has resolved it. A plan ' +
      'is listed ten minutes after it was made. The disk is checked if the database is embedded.',
    response: Attention,
  }),
  dismiss: defineRoute('overview.dismiss', {
    summary: 'Dismiss a failure from the attention list for everybody, or put it back',
    body: Dismissal,
    response: Attention,
  }),
  running: defineRoute('overview.running', {
    summary: 'All running syncs and bulk updates, and your own exports and imports, with progress',
    response: Running,
  }),
  storage: defineRoute('overview.storage', {
    summary: 'Read the size of the database, what takes space, and when the disk will be full',
    response: Storage,
  }),
};

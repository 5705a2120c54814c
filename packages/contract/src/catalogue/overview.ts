import { z } from 'zod';
import { queryInteger, Timestamp, Uuid } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import {
  ACTIVITY_DAYS,
  ACTIVITY_MAX_DAYS,
  ATTENTION_KINDS,
  DISMISSIBLE_KINDS,
  STORAGE_PARTS,
} from '../constants.ts';
import { BulkUpdateBatch, EditableAttribute } from '../edits/bulk-updates.ts';
import { StorePoints } from '../stores/points.ts';
import { SyncStatus } from '../syncs/sync.ts';
import { FileWork } from './files.ts';

/** What the dashboard says of all stores together. */
export const OverviewSummary = z
  .object({
    stores: z.int().min(0),
    active_stores: z.int().min(0),
    products: z.int().min(0).describe('Products in our copy'),
    variants: z.int().min(0).describe('Variants in our copy'),
    oldest_sync_at: Timestamp.nullable().describe(
      'The last successful sync of the active store that was synced the longest ago; null where none was',
    ),
    never_synced: z.int().min(0).describe('Active stores that were never synced'),
    failed_syncs: z.int().min(0).describe('Stores whose last sync failed, until it is reset'),
  })
  .meta({ id: 'OverviewSummary' });
export type OverviewSummary = z.infer<typeof OverviewSummary>;

export const ActivityQuery = z.object({
  days: queryInteger({ min: 1, max: ACTIVITY_MAX_DAYS, name: 'days' }).default(ACTIVITY_DAYS),
  timezone: z
    .string()
    .max(100, { error: 'timezone must be the name of a timezone, such as Europe/Berlin.' })
    .default('UTC')
    .describe('In which the days begin, such as Europe/Berlin'),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/** The last days up to today, oldest first, each of them listed. */
export const Activity = z
  .object({
    days: z.array(
      z.object({
        date: z.iso.date(),
        synced_products: z
          .int()
          .min(0)
          .describe('Products that syncs went through, in runs that ended on this day'),
        edits: z.int().min(0).describe('Changes that the history holds of this day'),
      }),
    ),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

/** Long work that is running now, in any process. */
export const Running = z
  .object({
    syncs: z.array(SyncStatus.extend({ store_name: z.string() })),
    bulk_updates: z.array(BulkUpdateBatch),
    files: z.array(FileWork).describe('Exports and imports of the asker'),
    points: z.array(StorePoints).describe('Of shops that answered within the last minute'),
  })
  .meta({ id: 'Running' });
export type Running = z.infer<typeof Running>;

const AttentionItem = z
  .object({
    kind: z.enum(ATTENTION_KINDS),
    store_id: Uuid.nullable().describe('The store it is about; null for the server itself'),
    store_name: z.string().nullable(),
    since: Timestamp.nullable().describe('Since when it is so, where that is known'),
    detail: z.string().nullable().describe('The reason as a sentence, where there is one'),
    count: z
      .int()
      .min(0)
      .nullable()
      .describe('Products held back, differences found, changes planned or not made, or megabytes free'),
    schedule: z.object({ id: Uuid, name: z.string() }).nullable(),
    rule: z
      .object({ id: Uuid, attribute: EditableAttribute })
      .nullable()
      .describe('The rule of what should be equal that does not hold'),
    batch_id: Uuid.nullable().describe('The bulk update it is about'),
  })
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.infer<typeof AttentionItem>;

/** What a person should look at, the worst first. */
export const Attention = z.object({ items: z.array(AttentionItem) }).meta({ id: 'Attention' });
export type Attention = z.infer<typeof Attention>;

/** A failure that the team has dealt with. One that happens later is listed again. */
export const Dismissal = z
  .object({
    kind: z.enum(DISMISSIBLE_KINDS, {
      error: `Only these can be dismissed: ${DISMISSIBLE_KINDS.join(', ')}.`,
    }),
    subject_id: Uuid.describe('The bulk update, or the store where it is about none'),
    since: Timestamp.describe('As it was listed'),
    is_dismissed: z.boolean({ error: 'Must be true or false.' }),
  })
  .meta({ id: 'Dismissal' });
export type Dismissal = z.infer<typeof Dismissal>;

/** How large the database is, what takes it up, and how long the disk lasts. */
export const Storage = z
  .object({
    database_bytes: z.int().min(0),
    parts: z.array(z.object({ part: z.enum(STORAGE_PARTS), bytes: z.int().min(0) })),
    growth: z
      .object({ bytes_a_day: z.number(), days: z.int().min(1) })
      .nullable()
      .describe(
        'What it grew by a day, over so many days up to 28; null before there are two days to compare',
      ),
    disk: z
      .object({
        free_bytes: z.int().min(0),
        total_bytes: z.int().min(0),
        full_in_days: z
          .int()
          .min(0)
          .nullable()
          .describe('As it grows now; null where it does not, or nothing is known'),
      })
      .nullable()
      .describe('The disk of the embedded database; null where the database is elsewhere'),
  })
  .meta({ id: 'Storage' });
export type Storage = z.infer<typeof Storage>;

export const overviewRoutes = {
  summary: defineRoute('overview.summary', {
    summary: 'All stores in a few numbers',
    response: OverviewSummary,
  }),
  activity: defineRoute('overview.activity', {
    summary: 'Synced products and edits by day',
    query: ActivityQuery,
    response: Activity,
  }),
  attention: defineRoute('overview.attention', {
    summary: 'What needs attention, the worst first',
    description:
      `In this order of severity: ${ATTENTION_KINDS.join(', ')}; of one kind the oldest first. Archived stores ` +
      'are left out, and inactive ones are never called stale or never synced. A store is stale where its ' +
      'schedules expected a newer copy, or without a schedule that works after a day. It is listed until a ' +
      'sync has mended it, also while that runs. A plan is listed from ten minutes after it was made. The disk is looked at where the database is embedded.',
    response: Attention,
  }),
  dismiss: defineRoute('overview.dismiss', {
    summary: 'Take a failure off what needs attention, for everybody, or put it back',
    body: Dismissal,
    response: Attention,
  }),
  running: defineRoute('overview.running', {
    summary:
      'Every sync and bulk update that runs now, and the asker’s exports and imports, with their progress',
    response: Running,
  }),
  storage: defineRoute('overview.storage', {
    summary: 'The size of the database, what takes it up, and when the disk will be full',
    response: Storage,
  }),
};

import { z } from 'zod';
import { queryInteger, Timestamp } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import { ACTIVITY_DAYS, ACTIVITY_MAX_DAYS } from '../constants.ts';
import { BulkUpdateBatch } from '../edits/bulk-updates.ts';
import { SyncStatus } from '../syncs/sync.ts';

/** What the dashboard says of all stores together. */
export const OverviewSummary = z
  .object({
    stores: z.int().min(0),
    active_stores: z.int().min(0),
    products: z.int().min(0).describe('Products in our copy'),
    variants: z.int().min(0).describe('Variants in our copy'),
    last_sync_at: Timestamp.nullable().describe('When the last successful sync of any store completed'),
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

/** Long work that goes on at this moment, in whichever process. */
export const Running = z
  .object({
    syncs: z.array(SyncStatus.extend({ store_name: z.string() })),
    bulk_updates: z.array(BulkUpdateBatch),
  })
  .meta({ id: 'Running' });
export type Running = z.infer<typeof Running>;

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
  running: defineRoute('overview.running', {
    summary: 'Every sync and bulk update that runs now, with its progress',
    response: Running,
  }),
};

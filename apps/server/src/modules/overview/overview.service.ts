import type { Activity, ActivityQuery, OverviewSummary } from '@storefleet/contract/catalogue/overview';
import type { Database } from '../../platform/db/database.ts';
import { lastDays } from '../../platform/time/calendar-day.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { countEdits, countSyncedProducts, readSummary } from './overview.repository.ts';

export type OverviewService = ReturnType<typeof createOverviewService>;

/** All stores together: what they hold, and what was done with them day by day. */
export function createOverviewService({ db, clock }: { db: Database; clock: Clock }) {
  async function summary(): Promise<OverviewSummary> {
    const row = await readSummary(db);
    return { ...row, last_sync_at: row.last_sync_at?.toISOString() ?? null };
  }

  async function activity({ days: count, timezone }: ActivityQuery): Promise<Activity> {
    const days = lastDays(count, timezone, clock.now());
    const [synced, edits] = await Promise.all([countSyncedProducts(db, days), countEdits(db, days)]);
    return {
      days: days.map(({ date }, index) => ({
        date,
        synced_products: synced[index] ?? 0,
        edits: edits[index] ?? 0,
      })),
    };
  }

  return { summary, activity };
}

import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { FileWork } from '@storefleet/contract/files';
import type {
  Activity,
  ActivityQuery,
  Attention,
  Dismissal,
  OverviewSummary,
  Running,
  Storage,
} from '@storefleet/contract/overview';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { currentStoreScope } from '../../platform/db/store-scope.ts';
import { type CalendarDay, lastDays } from '../../platform/time/calendar-day.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { readStorage } from '../retention/storage.ts';
import { readRecentPoints } from '../stores/points/store-points.ts';
import { readAttention, requireSubject, writeDismissal } from './attention.repository.ts';
import { readDisk } from './disk.ts';

// Only reads other modules' data; writes nothing but the failures that the team has dismissed.

export type OverviewService = ReturnType<typeof createOverviewService>;

type OverviewDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** The embedded database's folder; null if the database is on another server. */
  readonly dataFolder: string | null;
  readonly sync: { statusBatch(storeIds: readonly string[]): Promise<Record<string, SyncStatus>> };
  readonly bulkUpdates: {
    list(query: {
      status: 'in_progress';
      limit: number;
      offset: number;
    }): Promise<{ bulk_updates: BulkUpdateBatch[] }>;
  };
  readonly fileWork: { list(ownerId: string): Promise<FileWork[]> };
};

/** Maximum number of running updates listed. */
const RUNNING_LISTED = 50;

/** Totals over all stores, and their activity by day. */
export function createOverviewService({ db, clock, dataFolder, ...work }: OverviewDeps) {
  const attention = async (): Promise<Attention> => {
    const [disk, stores] = await Promise.all([readDisk(dataFolder), readAttention(db, clock.now())]);
    return { items: [...disk, ...stores] };
  };
  return {
    summary: () => readSummary(db),
    storage: (): Promise<Storage> => readStorage(db, clock.now(), dataFolder),
    activity: ({ days, timezone }: ActivityQuery): Promise<Activity> =>
      readActivity(db, lastDays(days, timezone, clock.now())),
    attention,
    async dismiss(dismissal: Dismissal, personId: string): Promise<Attention> {
      await requireSubject(db, dismissal.subject_id);
      await writeDismissal(db, dismissal, personId, clock.now());
      return attention();
    },
    running: (askerId: string) => readRunning(db, work, askerId),
  };
}

type SummaryRow = Omit<OverviewSummary, 'oldest_sync_at'> & { oldest_sync_at: Date | null };

/** Sums the totals kept per store: reads no row of the catalogue. */
async function readSummary(db: Queryable): Promise<OverviewSummary> {
  const { rows } = await db.query<SummaryRow>(
    `select count(*)::int as stores,
       count(*) filter (where stores.store_status = 'active')::int as active_stores,
       coalesce(sum(counts.products_count), 0)::int as products,
       coalesce(sum(counts.variants_count), 0)::int as variants,
       min(stores.last_sync_at) filter (where stores.store_status = 'active') as oldest_sync_at,
       (count(*) filter (where stores.store_status = 'active' and stores.last_sync_at is null))::int as never_synced,
       count(*) filter (where run.status = 'failed')::int as failed_syncs
     from stores
     left join store_catalogue_counts as counts on counts.store_id = stores.id
     left join store_sync_states as state on state.store_id = stores.id
     left join sync_runs as run on run.id = state.run_id
     where stores.deleted_at is null`,
  );
  const [row] = rows;
  if (!row) throw new Error('The summary of the stores was not returned by the database.');
  return { ...row, oldest_sync_at: row.oldest_sync_at?.toISOString() ?? null };
}

/**
 * For each day, the products processed by runs of existing stores that ended that day, and the number of rows
 * in the history, from a trigger's counts.
 */
async function readActivity(db: Queryable, days: readonly CalendarDay[]): Promise<Activity> {
  const { rows } = await db.query<Activity['days'][number]>(
    `select day.date,
       (select coalesce(sum(run.processed_products), 0)
        from sync_runs as run
        join stores on stores.id = run.store_id and stores.deleted_at is null
        where run.completed_at >= day.first and run.completed_at < day.next)::int as synced_products,
       (${currentStoreScope() === null ? EDITS_OF_ALL : EDITS_SEEN})::int as edits
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) with ordinality
       as day (date, first, next, position)
     order by day.position`,
    [days.map(({ date }) => date), days.map(({ from }) => from), days.map(({ before }) => before)],
  );
  return { days: rows };
}

const EDITS_OF_ALL = `select coalesce(sum(edits), 0) from change_history_counts
  where quarter >= day.first and quarter < day.next`;
/** The trigger's counts cover all stores together. */
const EDITS_SEEN = `select count(*) from change_history
  where changed_at >= day.first and changed_at < day.next and origin <> 'outside'`;

async function readRunning(
  db: Queryable,
  { sync, bulkUpdates, fileWork }: Pick<OverviewDeps, 'sync' | 'bulkUpdates' | 'fileWork'>,
  askerId: string,
): Promise<Running> {
  const [stores, { bulk_updates }, files, points] = await Promise.all([
    findSyncingStores(db),
    bulkUpdates.list({ status: 'in_progress', limit: RUNNING_LISTED, offset: 0 }),
    fileWork.list(askerId),
    readRecentPoints(db),
  ]);
  const statuses = stores.length === 0 ? {} : await sync.statusBatch(stores.map(({ id }) => id));
  const syncs = stores.flatMap(({ id, shop_name: store_name }) => {
    const status = statuses[id];
    return status?.status === 'in_progress' ? [{ ...status, store_name }] : [];
  });
  return { syncs, bulk_updates, files, points };
}

async function findSyncingStores(db: Queryable): Promise<{ id: string; shop_name: string }[]> {
  const { rows } = await db.query<{ id: string; shop_name: string }>(
    `select stores.id, stores.shop_name
     from store_sync_states as state
     join sync_runs as run on run.id = state.run_id and run.status = 'in_progress'
     join stores on stores.id = state.store_id and stores.deleted_at is null
     order by run.created_at, stores.id`,
  );
  return rows;
}

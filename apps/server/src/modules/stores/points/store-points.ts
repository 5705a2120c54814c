import { POINTS_KEPT_FOR_EDITS, type PointUse } from '@storefleet/contract/stores/point-constants';
import type { StorePoints } from '@storefleet/contract/stores/points';
import type { ThrottleStatus } from '../../../connectors/shopify/client/point-account.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { steadyTime } from '../../../platform/time/steady-time.ts';

/** Milliseconds between writes for one store: responses arrive many times a second. */
const WRITE_EVERY_MS = 1_000;

type Used = Record<PointUse, number>;
type Pending = { used: Used; writtenAt: number };

/** Publishes the points reported by shops to all processes. */
export function createPointNotes({
  db,
  clock,
  logger,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}) {
  const elapsed = steadyTime(clock);
  const pending = new Map<string, Pending>();
  return {
    note(storeId: string, use: PointUse, spent: number, status: ThrottleStatus | null): void {
      if (status === null) return;
      const known = pending.get(storeId) ?? { used: none(), writtenAt: Number.NEGATIVE_INFINITY };
      known.used[use] += spent;
      pending.set(storeId, known);
      if (elapsed() - known.writtenAt < WRITE_EVERY_MS) return;
      const { used } = known;
      pending.set(storeId, { used: none(), writtenAt: elapsed() });
      writePoints(db, storeId, status, used).catch((error: unknown) =>
        logger.warn({ err: error, store: storeId }, 'stores: the points of a shop were not noted'),
      );
    },
  };
}
export type PointNotes = ReturnType<typeof createPointNotes>;

const none = (): Used => ({ syncs: 0, edits: 0, webhooks: 0 });

/** Sums the spending of several processes, and restarts after a minute. Ignores deleted stores. */
async function writePoints(
  db: Queryable,
  storeId: string,
  { maximumAvailable, currentlyAvailable, restoreRate }: ThrottleStatus,
  used: Used,
): Promise<void> {
  const add = (use: PointUse) =>
    `${use} = case when points.used_since < now() - interval '1 minute' then 0 else points.${use} end + excluded.${use}`;
  await db.query(
    `insert into store_points as points
       (store_id, maximum, available, restore_rate, measured_at, used_since, syncs, edits, webhooks)
     select id, $2, $3, $4, now(), now(), $5, $6, $7 from stores where id = $1
     on conflict (store_id) do update
     set maximum = excluded.maximum, available = excluded.available, restore_rate = excluded.restore_rate,
       measured_at = excluded.measured_at,
       used_since = case when points.used_since < now() - interval '1 minute' then now() else points.used_since end,
       ${add('syncs')}, ${add('edits')}, ${add('webhooks')}`,
    [
      ...[storeId, Math.round(maximumAvailable), Math.floor(currentlyAvailable), restoreRate],
      ...[Math.round(used.syncs), Math.round(used.edits), Math.round(used.webhooks)],
    ],
  );
}

type Row = Omit<StorePoints, 'measured_at' | 'used_since' | 'floor' | 'used'> &
  Used & {
    readonly measured_at: Date;
    readonly used_since: Date;
    readonly points_floor: number | null;
  };

const READ = `select points.*, stores.points_floor from store_points points
  join stores on stores.id = points.store_id and stores.deleted_at is null`;

/** Null if the shop has not reported any yet. */
export async function readPoints(db: Queryable, storeId: string): Promise<StorePoints | null> {
  const { rows } = await db.query<Row>(`${READ} where store_id = $1`, [storeId]);
  return rows[0] === undefined ? null : toPoints(rows[0]);
}

/** For shops that responded within the last minute. */
export async function readRecentPoints(db: Queryable): Promise<StorePoints[]> {
  const { rows } = await db.query<Row>(
    `${READ} where measured_at > now() - interval '1 minute' order by store_id`,
  );
  return rows.map(toPoints);
}

function toPoints({ syncs, edits, webhooks, points_floor: floor, ...row }: Row): StorePoints {
  return {
    ...row,
    measured_at: row.measured_at.toISOString(),
    used_since: row.used_since.toISOString(),
    floor: floor ?? Math.round(row.maximum * POINTS_KEPT_FOR_EDITS),
    used: { syncs, edits, webhooks },
  };
}

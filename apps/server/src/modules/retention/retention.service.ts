import { RETENTION, RETENTION_KINDS, type RetentionKind } from '@storefleet/contract/constants';
import type { Retention, RetentionRemovals, RetentionSave } from '@storefleet/contract/retention';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { refuseStaleEdit } from '../../platform/http/stale-edit.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { PRUNED } from './pruned.ts';
import { readTableSizes, type TableSize } from './table-sizes.ts';

type Days = Readonly<Record<RetentionKind, number>>;

type RetentionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'readPlain' | 'savePlain'>;
};

export type RetentionService = ReturnType<typeof createRetentionService>;

const DAY_MS = 86_400_000;
const NAMES: Readonly<Record<RetentionKind, string>> = {
  history: 'changes in the history',
  batch_items: 'the rows of bulk updates',
  runs: 'the logs of syncs',
  deliveries: 'the deliveries of webhooks',
  audit: 'the entries of the audit log',
};
/** Bytes up to which a table is counted if the planner has no statistics for it. */
const SMALL_TABLE = 8 * 1024 ** 2;
const COUNTED_AT_MOST = 1_000_000;

/** Retention periods of records. */
export function createRetentionService({ db, clock, settings }: RetentionDeps) {
  async function days(): Promise<Days> {
    return daysIn(await settings.readPlain(RETENTION_KINDS.map((kind) => RETENTION[kind].setting)));
  }

  async function get(): Promise<Retention> {
    const [kept, held, runs] = await Promise.all([days(), readHeld(db), readRuns(db)]);
    return {
      kinds: RETENTION_KINDS.map((kind) => ({
        kind,
        days: kept[kind],
        ...held[kind],
        last_run: runs.get(kind) ?? null,
      })),
    };
  }

  return {
    days,
    get,

    /** How many records each of these periods would remove now. */
    async removals(asked: Partial<Days>): Promise<RetentionRemovals> {
      const held = await readHeld(db);
      const removals: RetentionRemovals['removals'] = [];
      for (const kind of RETENTION_KINDS) {
        const askedDays = asked[kind];
        if (askedDays === undefined) continue;
        const before = new Date(clock.now().getTime() - askedDays * DAY_MS);
        const older = await countOlder(db, kind, before);
        const { rows, bytes } = held[kind];
        const share = rows === 0 ? 0 : Math.min(1, older.rows / rows);
        removals.push({ kind, ...older, bytes: Math.round(bytes * share) });
      }
      return { removals };
    },

    async save({ based_on, ...chosen }: RetentionSave): Promise<Retention> {
      const saved = RETENTION_KINDS.map((kind) => ({
        key: RETENTION[kind].setting,
        value: String(chosen[kind]),
        description: `Days for which ${NAMES[kind]} are kept`,
      }));
      await settings.savePlain(saved, (current) => refuseStaleEdit(based_on, daysIn(current), chosen));
      return get();
    },
  };
}

/** The default applies if nothing is saved. */
function daysIn(saved: ReadonlyMap<string, string>): Days {
  return byKind((kind) => Number(saved.get(RETENTION[kind].setting)?.trim() || RETENTION[kind].days));
}

function byKind<Value>(value: (kind: RetentionKind) => Value): Record<RetentionKind, Value> {
  return Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, value(kind)])) as Record<
    RetentionKind,
    Value
  >;
}

/** Row counts and sizes of each kind's tables, including indexes. */
async function readHeld(db: Queryable): Promise<Record<RetentionKind, { rows: number; bytes: number }>> {
  const sizes = new Map((await readTableSizes(db)).map((size) => [size.name, size]));
  const rows = new Map<string, number>();
  for (const kind of RETENTION_KINDS) {
    const [counted] = PRUNED[kind].tables;
    rows.set(kind, await rowsOf(db, counted, sizes.get(counted)));
  }
  return byKind((kind) => ({
    rows: rows.get(kind) ?? 0,
    bytes: PRUNED[kind].tables.reduce((sum, table) => {
      const size = sizes.get(table);
      return sum + (size ? size.table_bytes + size.index_bytes : 0);
    }, 0),
  }));
}

/** Exact if that is cheap, else the planner's estimate. */
async function rowsOf(db: Queryable, table: string, size: TableSize | undefined): Promise<number> {
  if (size && size.table_bytes > SMALL_TABLE && size.estimated_rows >= 0)
    return Math.round(size.estimated_rows);
  const { rows } = await db.query<{ count: number }>(`select count(*)::float8 as count from ${table}`);
  return rows[0]?.count ?? 0;
}

async function countOlder(db: Queryable, kind: RetentionKind, before: Date) {
  const { rows } = await db.query<{ total: number }>(
    `select coalesce(sum(size), 0)::float8 as total
     from (${PRUNED[kind].older} limit ${COUNTED_AT_MOST + 1}) as older`,
    [before],
  );
  const total = rows[0]?.total ?? 0;
  const isMore = kind !== 'batch_items' && total > COUNTED_AT_MOST;
  return { rows: isMore ? COUNTED_AT_MOST : total, is_more: isMore };
}

type RunRow = {
  kind: string;
  started_at: Date;
  ended_at: Date | null;
  removed: number;
  error: string | null;
};

async function readRuns(db: Queryable) {
  const { rows } = await db.query<RunRow>(
    'select kind, started_at, ended_at, removed, error from retention_runs where started_at is not null',
  );
  return new Map(
    rows.map(({ kind, started_at, ended_at, ...run }) => [
      kind,
      { ...run, started_at: started_at.toISOString(), ended_at: ended_at?.toISOString() ?? null },
    ]),
  );
}

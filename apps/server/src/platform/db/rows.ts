import pg from 'pg';
import type { Queryable } from './database.ts';
import type {
  ApiKeysRow,
  EqualityRulesRow,
  FileWorkRow,
  GuardRailsRow,
  HostedMembersRow,
  PasskeysRow,
  SavedViewsRow,
  ScheduledChangesRow,
  ScheduledSyncRunsRow,
  ScheduledSyncsRow,
  SecondFactorsRow,
  SettingsRow,
  StoresRow,
  SyncRunsRow,
  UsersRow,
} from './rows.generated.ts';

/** Whole rows by table; their types are generated from the migrated database. */
export type Rows = {
  api_keys: ApiKeysRow;
  equality_rules: EqualityRulesRow;
  file_work: FileWorkRow;
  guard_rails: GuardRailsRow;
  hosted_members: HostedMembersRow;
  passkeys: PasskeysRow;
  saved_views: SavedViewsRow;
  scheduled_changes: ScheduledChangesRow;
  scheduled_sync_runs: ScheduledSyncRunsRow;
  scheduled_syncs: ScheduledSyncsRow;
  second_factors: SecondFactorsRow;
  settings: SettingsRow;
  stores: StoresRow;
  sync_runs: SyncRunsRow;
  users: UsersRow;
};

type Nullable<Row> = { [Name in keyof Row]: null extends Row[Name] ? Name : never }[keyof Row];

/** A row to insert; nullable columns and those with a default are optional. */
export type NewRow<Row, WithDefault extends keyof Row = never> = Omit<Row, Nullable<Row> | WithDefault> &
  Partial<Pick<Row, Nullable<Row> | WithDefault>>;

/** Column names and their values; skips undefined. */
function given(row: object): { names: string[]; values: unknown[] } {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  return {
    names: entries.map(([name]) => pg.escapeIdentifier(name)),
    values: entries.map(([, value]) => value),
  };
}

/** Returns the row as stored; null if `onConflict` skipped it. */
export async function insertRow<Table extends keyof Rows>(
  db: Queryable,
  table: Table,
  row: Partial<Rows[Table]>,
  onConflict = '',
): Promise<Rows[Table] | null> {
  const { names, values } = given(row);
  const { rows } = await db.query<Rows[Table]>(
    `insert into ${table} (${names.join(', ')}) values (${values.map((_, index) => `$${index + 1}`).join(', ')})
     ${onConflict} returning *`,
    values,
  );
  return rows[0] ?? null;
}

/** Updates the row for which the condition on `$1` holds; returns it, or null if there is none. */
export async function updateRow<Table extends keyof Rows>(
  db: Queryable,
  table: Table,
  changes: Partial<Rows[Table]>,
  condition: string,
  key: string,
): Promise<Rows[Table] | null> {
  const { names, values } = given(changes);
  const { rows } = await db.query<Rows[Table]>(
    `update ${table} set ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')}
     where ${condition} returning *`,
    [key, ...values],
  );
  return rows[0] ?? null;
}

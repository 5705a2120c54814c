import type { Queryable } from '../db/database.ts';
import { lazily } from '../db/lazily.ts';
import { prepared } from '../db/statements/prepared.ts';
import { LEASE_LOST_AFTER_MS, LeaseLostError, type WatchedLease } from './lease.ts';

/** Rows of one table, each a unit of work with the columns `lease_id` and `heartbeat_at`. */
type LeasedTable<Held extends Lease> = {
  readonly table: string;
  /** The table's alias in the conditions. */
  readonly alias: string;
  /** The primary key's columns, each with its name in the lease. */
  readonly key: Readonly<Record<string, keyof Held & string>>;
  /** Condition for a row that has not ended. */
  readonly isOpen: string;
  /** Further condition for a row this version may work on. */
  readonly isOurs?: string;
  /** Further condition for its worker to continue. */
  readonly mayGoOn?: string;
  /** What a claim sets besides the lease, such as `attempt = attempt + 1`. */
  readonly onClaim?: string;
  /** What a claim returns if more than the row: the columns, the table they come from, and the join to it. */
  readonly claimed?: { readonly columns: string; readonly from: string; readonly where: string };
};

/** The key of a row, and the id of one worker's claim of it. */
type Lease = { readonly leaseId: string; readonly [key: string]: string };

/**
 * Statements by which workers lease the rows of a table. All times are the database's, since the clocks of
 * processes differ. Conditions about one row take the key as $1, $2 … and the lease's id after it: `params`
 * lists them.
 */
export function leasedRows<Held extends Lease>(spec: LeasedTable<Held>) {
  const { table, alias, isOpen } = spec;
  const columns = Object.entries(spec.key);
  const isRow = columns.map(([column], index) => `${alias}.${column} = $${index + 1}`).join(' and ');
  const isFree = `(${alias}.lease_id is null
    or ${alias}.heartbeat_at < now() - interval '${LEASE_LOST_AFTER_MS} milliseconds')`;
  const isClaimable = and(isOpen, spec.isOurs, isFree);
  const goesOn = and(isOpen, spec.mayGoOn);
  const leaseParam = `$${columns.length + 1}`;
  const isHeld = `${isRow} and ${alias}.lease_id = ${leaseParam} and ${goesOn}`;

  const keyOf = (lease: Held): unknown[] => columns.map(([, name]) => lease[name]);
  const params = (lease: Held, ...more: readonly unknown[]) => [...keyOf(lease), lease.leaseId, ...more];

  /**
   * Updates a row the worker holds; `changes` takes its values after the lease's id. False if the lease is
   * lost.
   */
  async function update(
    db: Queryable,
    lease: Held,
    changes: string,
    values: readonly unknown[] = [],
  ): Promise<boolean> {
    const text = `update ${table} ${alias} set ${changes} where ${isHeld}`;
    return (await db.query(text, params(lease, ...values))).rowCount > 0;
  }

  async function matches(db: Queryable, condition: string, values: readonly unknown[]): Promise<boolean> {
    return (await db.query(`select from ${table} ${alias} where ${condition}`, values)).rows.length > 0;
  }

  const hasEnded = async (db: Queryable, lease: Held) =>
    !(await matches(db, `${isRow} and ${goesOn}`, keyOf(lease)));

  return {
    isClaimable,
    isHeld,
    params,
    update,
    /** Whether no worker will continue the row. */
    hasEnded,

    /** Claims the row if nobody holds it, or its worker has stopped sending heartbeats. */
    async claim<Row extends object>(
      db: Queryable,
      lease: Held,
      changes = '',
      values: readonly unknown[] = [],
    ): Promise<Row | null> {
      const claimed = spec.claimed
        ? { ...spec.claimed, from: `from ${spec.claimed.from}` }
        : { columns: `${alias}.*`, from: '', where: undefined };
      const set = [`lease_id = ${leaseParam}`, 'heartbeat_at = now()', spec.onClaim, changes];
      const { rows } = await db.query<Row>(
        `update ${table} ${alias} set ${set.filter(Boolean).join(', ')}
         ${claimed.from} where ${and(isRow, isClaimable, claimed.where, lazily)} returning ${claimed.columns}`,
        params(lease, ...values),
      );
      return rows[0] ?? null;
    },

    /** Locks a held row for this transaction. */
    async hold(tx: Queryable, lease: Held): Promise<void> {
      if (!(await matches(tx, `${isHeld} for update of ${alias}`, params(lease)))) throw new LeaseLostError();
    },

    /** Releases a held row, for another worker to claim. False if the lease is lost. */
    handBack: (db: Queryable, lease: Held, changes = '', values: readonly unknown[] = []) =>
      update(db, lease, ['lease_id = null', changes].filter(Boolean).join(', '), values),

    /** For the only process of a database, before it starts any work: every existing lease is a leftover. */
    async releaseAll(db: Queryable): Promise<void> {
      await db.query(
        `update ${table} ${alias} set lease_id = null where ${isOpen} and ${alias}.lease_id is not null`,
      );
    },

    watched: (db: Queryable, lease: Held): WatchedLease => ({
      name: Object.fromEntries(columns.map(([column, name]) => [column, lease[name]])),
      isHeld: () => matches(db, isHeld, params(lease)),
      beat: () => update(db, lease, 'heartbeat_at = now()'),
      hasEnded: () => hasEnded(db, lease),
    }),
  };
}

function and(...conditions: readonly (string | undefined)[]): string {
  return conditions.filter((condition) => condition !== undefined).join(' and ');
}

/**
 * Milliseconds until a row may be claimed because its pause ends, or its worker has been silent for too long.
 */
export async function nextClaimIn(
  db: Queryable,
  { table, alias, isOpen }: Pick<LeasedTable<Lease>, 'table' | 'alias' | 'isOpen'>,
): Promise<number | null> {
  const { rows } = await db.query<{ milliseconds: number | null }>(
    prepared(`select ceil(extract(epoch from min(claimable_at) - now()) * 1000)::float8 as milliseconds
     from (select case when lease_id is null then waiting_until
         else heartbeat_at + interval '${LEASE_LOST_AFTER_MS} milliseconds' end as claimable_at
       from ${table} ${alias} where ${isOpen}) as next
     where claimable_at > now()`),
  );
  return rows[0]?.milliseconds ?? null;
}

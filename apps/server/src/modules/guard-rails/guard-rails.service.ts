import { GUARD_RAILS_MAX } from '@storefleet/contract/constants';
import { describeRule } from '@storefleet/contract/edits/guard-rail-words';
import type {
  GuardRail,
  GuardRailCreate,
  GuardRailList,
  GuardRailRule,
  GuardRailUpdate,
} from '@storefleet/contract/edits/guard-rails';
import { canonicalDecimal } from '@storefleet/contract/values/money/decimal';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { GuardRailsRow } from '../../platform/db/rows.generated.ts';
import { insertRow, updateRow } from '../../platform/db/rows.ts';
import { AppError, conflict, invalidField } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { findTimezone } from '../scheduled-syncs/timing/timezones.ts';

type GuardRailRow = Omit<GuardRailsRow, 'rule' | 'effect'> & Pick<GuardRail, 'rule' | 'effect'>;
type Deps = { readonly db: Database; readonly clock: Clock };

export type GuardRailsService = ReturnType<typeof createGuardRailsService>;

/** The rules that changes are checked against; every member sees them, and owners edit them. */
export function createGuardRailsService({ db, clock }: Deps) {
  return {
    async list(): Promise<GuardRailList> {
      const { rows } = await db.query<GuardRailRow>(
        'select * from guard_rails where deleted_at is null order by created_at, id',
      );
      return { guard_rails: rows.map(toGuardRail) };
    },

    async create(input: GuardRailCreate, caller: AuthenticatedUser): Promise<GuardRail> {
      return oneByOne(db, async (tx) => {
        const others = await readRows(tx);
        if (others.length >= GUARD_RAILS_MAX) throw new AppError({ code: 'too_many_guard_rails' });
        const row = { id: uuidv7(), ...toRow(input, caller, clock.now()), created_at: clock.now() };
        refuseSame(row, others);
        return toGuardRail((await insertRow(tx, 'guard_rails', row)) as GuardRailRow);
      });
    },

    async update(id: string, { version, ...input }: GuardRailUpdate, caller: AuthenticatedUser) {
      return oneByOne(db, async (tx) => {
        const before = await findRow(tx, id);
        if (before.version !== version) {
          throw conflict(
            `“${before.title}” was changed by somebody else in the meantime. Open it again to see how it is now.`,
          );
        }
        const row = {
          ...toRow(input, caller, clock.now()),
          version: version + 1,
          revision: await nextRevision(tx),
        };
        // Two that are equal already can still be renamed, or one of them switched off.
        if (demandOf(row) !== demandOf(before)) refuseSame(row, await readRows(tx));
        return toGuardRail((await updateRow(tx, 'guard_rails', row, 'id = $1', id)) as GuardRailRow);
      });
    },

    /** Idempotent. */
    async remove(id: string, caller: AuthenticatedUser): Promise<void> {
      await oneByOne(db, async (tx) => {
        await findRow(tx, id);
        const gone = { deleted_at: clock.now(), revision: await nextRevision(tx), ...writer(caller) };
        await updateRow(tx, 'guard_rails', gone, 'id = $1', id);
      });
    },
  };
}

async function readRows(tx: Queryable): Promise<GuardRailRow[]> {
  return (await tx.query<GuardRailRow>('select * from guard_rails where deleted_at is null')).rows;
}

type Demand = Pick<GuardRailRow, 'rule' | keyof GuardRail['scope']>;

function refuseSame(row: Demand, others: readonly GuardRailRow[]): void {
  const same = others.find((other) => demandOf(other) === demandOf(row));
  if (same) throw conflict(`“${same.title}” demands the same of the same products. Edit it instead.`);
}

/** A text that is equal for equal rules on equal rows, however they list things and write amounts. */
function demandOf({ rule, store_ids, vendors, product_types, tags }: Demand): string {
  const amount = 'amount' in rule ? { amount: canonicalDecimal(rule.amount) } : {};
  const parts = Object.entries({ ...rule, ...amount, store_ids, vendors, product_types, tags });
  return JSON.stringify(
    parts
      .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );
}

/** Makes revisions visible in order: a plan checked against one has seen all earlier ones. */
function oneByOne<Result>(db: Database, change: (tx: Queryable) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query('lock table guard_rails in share row exclusive mode');
    return change(tx);
  });
}

async function findRow(tx: Queryable, id: string): Promise<GuardRailRow> {
  const { rows } = await tx.query<GuardRailRow>(
    'select * from guard_rails where id = $1 and deleted_at is null',
    [id],
  );
  if (!rows[0]) throw new AppError({ code: 'guard_rail_not_found' });
  return rows[0];
}

async function nextRevision(tx: Queryable): Promise<number | undefined> {
  const { rows } = await tx.query<{ revision: number }>(
    `select nextval('guard_rail_revisions')::integer as revision`,
  );
  return rows[0]?.revision;
}

const writer = ({ id, email, name }: AuthenticatedUser) => ({
  updated_by: id,
  updated_by_email: email,
  updated_by_name: name,
});

function toRow(
  { name, effect, is_enabled, rule, scope }: GuardRailCreate,
  caller: AuthenticatedUser,
  now: Date,
) {
  const checked = withKnownTimezone(rule);
  return {
    name: name ?? null,
    title: name ?? describeRule(checked),
    effect,
    is_enabled,
    rule: checked,
    ...scope,
    updated_at: now,
    ...writer(caller),
  };
}

function withKnownTimezone(rule: GuardRailRule): GuardRailRule {
  if (rule.kind !== 'quiet_hours') return rule;
  const timezone = findTimezone(rule.timezone);
  if (timezone === null) {
    throw invalidField(
      'rule.timezone',
      `There is no time zone ${rule.timezone}. Use a name such as Europe/Berlin.`,
    );
  }
  return { ...rule, timezone };
}

function toGuardRail(row: GuardRailRow): GuardRail {
  const { id, name, title, effect, is_enabled, rule, version } = row;
  const { store_ids, vendors, product_types, tags } = row;
  return {
    id,
    name,
    title,
    effect,
    is_enabled,
    rule,
    scope: { store_ids, vendors, product_types, tags },
    version,
    updated_at: row.updated_at.toISOString(),
    updated_by: { id: row.updated_by, email: row.updated_by_email, name: row.updated_by_name },
  };
}

import { RULES_MAX } from '@storefleet/contract/articles/compared';
import { describeEquality } from '@storefleet/contract/articles/rule-words';
import type { EqualityRule, RuleCreate, RuleList, RuleUpdate } from '@storefleet/contract/articles/rules';
import { EDITABLE_ATTRIBUTE_LABELS } from '@storefleet/contract/attributes/attributes';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import type { EqualityRulesRow } from '../../../platform/db/rows.generated.ts';
import { insertRow, updateRow } from '../../../platform/db/rows.ts';
import { currentStoreScope, inStoreScope } from '../../../platform/db/store-scope.ts';
import { AppError, conflict, invalidField } from '../../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../../platform/http/route.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { bitOf } from '../../articles/compared-sql.ts';
import { rematch } from '../../catalogue/articles/rematch.ts';
import { readActiveRules } from './active-rules.ts';

type RuleRow = Omit<EqualityRulesRow, 'way' | 'attribute' | 'watch'> &
  Pick<EqualityRule, 'way' | 'attribute' | 'watch'>;
/** `is_seen`: by the caller, who may be limited to some stores. */
type KnownRule = RuleRow & { readonly is_seen: boolean };
type Deps = { readonly db: Database; readonly clock: Clock };

export type RulesService = ReturnType<typeof createRulesService>;

/** What should be equal across stores. A rule changes nothing by itself: it reports deviations. */
export function createRulesService({ db, clock }: Deps) {
  const get = async (id: string): Promise<EqualityRule> => {
    const rule = (await list(db)).rules.find((one) => one.id === id);
    if (rule === undefined) throw new AppError({ code: 'rule_not_found' });
    return rule;
  };
  return {
    list: () => list(db),

    async create(input: RuleCreate, caller: AuthenticatedUser): Promise<EqualityRule> {
      const id = uuidv7();
      const row = await toRow(db, input, caller, clock.now());
      await changeRules(db, async (tx, before) => {
        if (before.length >= RULES_MAX) throw new AppError({ code: 'too_many_rules' });
        refuseSecond(input, before);
        refuseCircle(input, before);
        await insertRow(tx, 'equality_rules', { id, ...row, created_at: clock.now() });
        await noteIgnored(tx, [input]);
      });
      return get(id);
    },

    async update(
      id: string,
      { version, ...input }: RuleUpdate,
      caller: AuthenticatedUser,
    ): Promise<EqualityRule> {
      const row = { ...(await toRow(db, input, caller, clock.now())), version: version + 1 };
      await changeRules(db, async (tx, rules) => {
        const before = requireRule(rules, id);
        if (before.version !== version) {
          throw conflict(
            `“${before.title}” was changed by somebody else in the meantime. Open it again to see how it is now.`,
          );
        }
        const others = rules.filter((rule) => rule.id !== id);
        refuseSecond(input, others);
        if (!isAsBefore(input, before)) refuseCircle(input, others);
        await updateRow(tx, 'equality_rules', { ...row, deviations: null, counted_at: null }, 'id = $1', id);
        await noteIgnored(tx, [input, before]);
      });
      return get(id);
    },

    async remove(id: string): Promise<void> {
      await changeRules(db, async (tx, rules) => {
        const before = requireRule(rules, id);
        await tx.query('delete from equality_rules where id = $1', [id]);
        await noteIgnored(tx, [before]);
      });
    },
  };
}

const SOURCE_GONE =
  'The store that the values come from was deleted: choose another one, or delete the rule.';

async function list(db: Database): Promise<RuleList> {
  const [{ rows }, active] = await Promise.all([
    db.query<RuleRow>('select * from equality_rules order by created_at, id'),
    readActiveRules(db),
  ]);
  return {
    rules: rows.map((row) => {
      const own = active.find(({ id }) => id === row.id);
      if (own === undefined) return toRule(row, row.is_enabled && row.source_store_id ? SOURCE_GONE : null);
      const { missingRates: missing } = own;
      return toRule(row, missing.length === 0 ? null : `There is no rate from ${missing.join(', from ')}.`);
    }),
  };
}

/**
 * Locks the rules of all stores, whichever the caller sees: those of the others count too, for what may be
 * demanded and for what a store ignores.
 */
function changeRules(
  db: Database,
  change: (tx: Queryable, rules: readonly KnownRule[]) => Promise<void>,
): Promise<void> {
  const seen = currentStoreScope()?.storeIds;
  return inStoreScope(null, () =>
    db.transaction(async (tx) => {
      await tx.query('lock table equality_rules in share row exclusive mode');
      const { rows } = await tx.query<KnownRule>(
        `select *, $1::uuid[] is null or array_remove(store_ids || source_store_id, null) <@ $1 as is_seen
         from equality_rules`,
        [seen ?? null],
      );
      await change(tx, rows);
    }),
  );
}

function requireRule(rules: readonly KnownRule[], id: string): KnownRule {
  const rule = rules.find((one) => one.id === id && one.is_seen);
  if (rule === undefined) throw new AppError({ code: 'rule_not_found' });
  return rule;
}

const titleOf = ({ title, is_seen }: KnownRule) =>
  is_seen ? `“${title}”` : 'one that also concerns stores you do not see';

/** Two rules for one value would undo each other's corrections. */
function refuseSecond(input: RuleCreate, others: readonly KnownRule[]): void {
  const second = others.find(
    ({ attribute, store_ids }) =>
      attribute === input.attribute && store_ids.some((id) => input.store_ids.includes(id)),
  );
  if (second === undefined) return;
  const label = EDITABLE_ATTRIBUTE_LABELS[input.attribute].toLowerCase();
  throw invalidField(
    'store_ids',
    `There is a rule for the ${label} of one of these stores already: ${titleOf(second)}.`,
  );
}

/** Whether a rule still says whose values follow from whose: only its name, say, is another one. */
function isAsBefore(input: RuleCreate, before: KnownRule): boolean {
  const saysOf = ({ attribute, store_ids, source_store_id, is_enabled }: RuleCreate | KnownRule) =>
    JSON.stringify([attribute, store_ids.toSorted(), source_store_id, is_enabled]);
  return saysOf(input) === saysOf(before);
}

/**
 * Corrections in a circle would never end, and a factor would raise the value each time. Rules that are
 * switched off correct nothing; switching one on is checked.
 */
function refuseCircle(input: RuleCreate, others: readonly KnownRule[]): void {
  if (!input.is_enabled) return;
  const followed: KnownRule[] = [];
  let source = input.source_store_id;
  while (source !== null && !input.store_ids.includes(source)) {
    const next = others.find(
      ({ attribute, store_ids, is_enabled }) =>
        is_enabled && attribute === input.attribute && store_ids.includes(source ?? ''),
    );
    if (next === undefined || followed.includes(next)) return;
    followed.push(next);
    source = next.source_store_id;
  }
  const [first] = followed;
  if (source === null || first === undefined) return;
  throw invalidField(
    'source_store_id',
    `The value of this store already follows from one of the others: ${titleOf(first)}.`,
  );
}

async function toRow(db: Queryable, input: RuleCreate, caller: AuthenticatedUser, now: Date) {
  const { name = null, attribute, store_ids, source_store_id, way, is_enabled, watch } = input;
  const { rows } = await db.query<{ id: string; shop_name: string; currency: string }>(
    `select id, shop_name, coalesce(store_currency, $2) as currency from stores
     where deleted_at is null and id = any($1::uuid[])`,
    [[...store_ids, source_store_id], DEFAULT_CURRENCY],
  );
  const nameOf = (id: string | null) => rows.find((store) => store.id === id)?.shop_name ?? null;
  if ([...store_ids, source_store_id].some((id) => id !== null && nameOf(id) === null)) {
    throw new AppError({ code: 'store_not_found' });
  }
  const currencies = rows.flatMap(({ id, currency }) => (store_ids.includes(id) ? [currency] : []));
  return {
    name,
    title: name ?? describeEquality({ attribute, way, source: nameOf(source_store_id), currencies }),
    attribute,
    store_ids,
    source_store_id,
    way,
    is_enabled,
    watch,
    updated_at: now,
    updated_by: caller.id,
    updated_by_email: caller.email,
    updated_by_name: caller.name,
  };
}

type MayIgnore = Pick<RuleRow, 'attribute' | 'way' | 'store_ids'>;

/** What a store ignores is stored with its matching, and its articles are recompared. */
async function noteIgnored(tx: Queryable, concerned: readonly MayIgnore[]): Promise<void> {
  const storeIds = [
    ...new Set(concerned.flatMap(({ way, store_ids }) => (way.kind === 'ignore' ? store_ids : []))),
  ];
  if (storeIds.length === 0) return;
  const { rows } = await tx.query<MayIgnore>(
    `select attribute, way, store_ids from equality_rules where is_enabled and way ->> 'kind' = 'ignore'`,
  );
  const ignoredIn = (id: string) =>
    rows
      .filter(({ store_ids }) => store_ids.includes(id))
      .reduce((bits, rule) => bits | bitOf(rule.attribute), 0);
  await tx.query('lock table variants in share mode');
  await tx.query(
    `insert into article_stores (store_id, ignored) select * from unnest($1::uuid[], $2::integer[])
     on conflict (store_id) do update set ignored = excluded.ignored`,
    [storeIds, storeIds.map(ignoredIn)],
  );
  await rematch(tx, storeIds);
}

function toRule(row: RuleRow, problem: string | null): EqualityRule {
  const { id, name, title, attribute, store_ids, source_store_id, way, is_enabled, watch, version } = row;
  return {
    id,
    name,
    title,
    attribute,
    store_ids,
    source_store_id,
    way,
    is_enabled,
    watch,
    problem: problem ?? row.plan_problem,
    deviations: row.deviations,
    counted_at: row.counted_at?.toISOString() ?? null,
    waiting_plan_id: row.waiting_plan_id,
    version,
    updated_at: row.updated_at.toISOString(),
    updated_by: { id: row.updated_by, email: row.updated_by_email, name: row.updated_by_name },
  };
}

import { RULES_MAX } from '@storefleet/contract/articles/compared';
import { describeEquality } from '@storefleet/contract/articles/rule-words';
import type { EqualityRule, RuleCreate, RuleList, RuleUpdate } from '@storefleet/contract/articles/rules';
import { EDITABLE_ATTRIBUTE_LABELS } from '@storefleet/contract/attributes/attributes';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import type { EqualityRulesRow } from '../../../platform/db/rows.generated.ts';
import { insertRow, updateRow } from '../../../platform/db/rows.ts';
import { AppError, conflict, invalidField } from '../../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../../platform/http/route.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { bitOf } from '../../articles/compared-sql.ts';
import { rematch } from '../../articles/matching.service.ts';
import { readActiveRules } from './active-rules.ts';

type RuleRow = Omit<EqualityRulesRow, 'way' | 'attribute' | 'watch'> &
  Pick<EqualityRule, 'way' | 'attribute' | 'watch'>;
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
      await db.transaction(async (tx) => {
        const before = await lockRules(tx);
        if (before.length >= RULES_MAX) throw new AppError({ code: 'too_many_rules' });
        refuseSecond(input, before);
        refuseCircle(input, before);
        const row = await toRow(tx, input, caller, clock.now());
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
      await db.transaction(async (tx) => {
        const rules = await lockRules(tx);
        const before = requireRule(rules, id);
        if (before.version !== version) {
          throw conflict(
            `“${before.title}” was changed by somebody else in the meantime. Open it again to see how it is now.`,
          );
        }
        const others = rules.filter((rule) => rule.id !== id);
        refuseSecond(input, others);
        refuseCircle(input, others);
        const row = { ...(await toRow(tx, input, caller, clock.now())), version: version + 1 };
        await updateRow(tx, 'equality_rules', { ...row, deviations: null, counted_at: null }, 'id = $1', id);
        await noteIgnored(tx, [input, before]);
      });
      return get(id);
    },

    async remove(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const before = requireRule(await lockRules(tx), id);
        await tx.query('delete from equality_rules where id = $1', [id]);
        await noteIgnored(tx, [before]);
      });
    },
  };
}

async function list(db: Database): Promise<RuleList> {
  const [{ rows }, active] = await Promise.all([
    db.query<RuleRow>('select * from equality_rules order by created_at, id'),
    readActiveRules(db),
  ]);
  return {
    rules: rows.map((row) => {
      const missing = active.find(({ id }) => id === row.id)?.missingRates ?? [];
      return toRule(row, missing.length === 0 ? null : `There is no rate from ${missing.join(', from ')}.`);
    }),
  };
}

async function lockRules(tx: Queryable): Promise<RuleRow[]> {
  await tx.query('lock table equality_rules in share row exclusive mode');
  return (await tx.query<RuleRow>('select * from equality_rules')).rows;
}

function requireRule(rules: readonly RuleRow[], id: string): RuleRow {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new AppError({ code: 'rule_not_found' });
  return rule;
}

/** Two rules for one value would undo each other's corrections. */
function refuseSecond(input: RuleCreate, others: readonly RuleRow[]): void {
  const second = others.find(
    ({ attribute, store_ids }) =>
      attribute === input.attribute && store_ids.some((id) => input.store_ids.includes(id)),
  );
  if (second === undefined) return;
  const label = EDITABLE_ATTRIBUTE_LABELS[input.attribute].toLowerCase();
  throw invalidField(
    'store_ids',
    `There is a rule for the ${label} of one of these stores already: “${second.title}”.`,
  );
}

/** Corrections in a circle would never end, and a factor would raise the value each time. */
function refuseCircle(input: RuleCreate, others: readonly RuleRow[]): void {
  const followed: RuleRow[] = [];
  let source = input.source_store_id;
  while (source !== null && !input.store_ids.includes(source)) {
    const next = others.find(
      ({ attribute, store_ids }) => attribute === input.attribute && store_ids.includes(source ?? ''),
    );
    if (next === undefined || followed.includes(next)) return;
    followed.push(next);
    source = next.source_store_id;
  }
  const [first] = followed;
  if (source === null || first === undefined) return;
  throw invalidField(
    'source_store_id',
    `The value of this store already follows from one of the others: “${first.title}”.`,
  );
}

async function toRow(tx: Queryable, input: RuleCreate, caller: AuthenticatedUser, now: Date) {
  const { name = null, attribute, store_ids, source_store_id, way, is_enabled, watch } = input;
  const { rows } = await tx.query<{ id: string; shop_name: string }>(
    'select id, shop_name from stores where deleted_at is null and id = any($1::uuid[])',
    [[...store_ids, source_store_id]],
  );
  const nameOf = (id: string | null) => rows.find((store) => store.id === id)?.shop_name ?? null;
  if ([...store_ids, source_store_id].some((id) => id !== null && nameOf(id) === null)) {
    throw new AppError({ code: 'store_not_found' });
  }
  return {
    name,
    title: name ?? describeEquality({ attribute, way, source: nameOf(source_store_id) }),
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

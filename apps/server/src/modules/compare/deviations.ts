import { CLEARABLE_ATTRIBUTES, type EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { Bind } from '../../platform/db/statements/statement.ts';
import { COMPARED } from '../articles/compared-sql.ts';
import type { ActiveRule } from './rules/active-rules.ts';

/** Which deviations: in some stores, and of articles `v.article_key` matching a condition. */
type Among = { readonly storeIds?: readonly string[]; readonly condition?: string };

export type DeviationRow = {
  readonly key: string;
  readonly store_id: string;
  readonly product_id: string;
  readonly variant_id: string;
  readonly expected: string | null;
};

const clearable: ReadonlySet<EditableAttribute> = new Set(CLEARABLE_ATTRIBUTES);

/**
 * Variants whose value is not what a rule says, with the value it says. Skips articles that the source or the
 * store has more than once, as it is unclear which is meant, and values that cannot be computed or emptied.
 */
export function deviationsSql(rule: ActiveRule, bind: Bind, { storeIds, condition }: Among = {}): string {
  const { attribute, way } = rule;
  const { key, text, isOfProduct, isPlain } = COMPARED[attribute];
  const targets = rule.targets.filter(({ storeId }) => storeIds === undefined || storeIds.includes(storeId));
  const more = condition === undefined ? '' : `and ${condition}`;
  const side = (stores: string) => `(
        select v.article_key as key, v.id as variant_id, v.product_id, v.store_id, ${key} as compared, ${text} as value,
          v.weight_unit
        from variants v ${isOfProduct ? 'join products p on p.id = v.product_id' : ''}
        where v.store_id = ${stores} and v.article_key <> '' ${more}
      )`;
  const isWorkedOut = way.kind === 'formula' || way.kind === 'currency';
  const expected = isWorkedOut ? worked(way.ending, bind) : 's.compared';
  const answered = isWorkedOut ? 'expected::text' : attribute === 'weight' ? WEIGHT : 's_value';
  const demanded = [
    ...(isWorkedOut || isPlain || !clearable.has(attribute) ? ['and s.compared is not null'] : []),
    ...(isPlain ? ['and t.compared is not null'] : []),
  ].join(' ');
  return `select key, store_id, product_id, variant_id, ${answered} as expected from (
      select t.key, t.store_id, t.product_id, t.variant_id, t.weight_unit, s.store_id as s_store, s.variant_id as s_variant,
        s.value as s_value, s.weight_unit as s_unit, t.compared, ${expected} as expected
      from ${side(bind(rule.sourceStoreId))} as s
      join ${side(`any(${bind(targets.map(({ storeId }) => storeId))}::uuid[])`)} as t on t.key = s.key
      join unnest(${bind(targets.map(({ storeId }) => storeId))}::uuid[], ${bind(targets.map(({ factor }) => factor))}::numeric[],
        ${bind(targets.map(({ amount }) => amount))}::numeric[], ${bind(targets.map(({ decimals }) => decimals))}::integer[])
        as target (store_id, factor, amount, decimals) on target.store_id = t.store_id
      where true ${demanded} offset 0
    ) as judged
    where compared is distinct from expected
      and not exists (select from variants o where o.article_key = key and o.store_id = s_store and o.id <> s_variant)
      and not exists (select from variants o where o.article_key = key and o.store_id = judged.store_id and o.id <> variant_id)`;
}

/** The same calculation as the contract's `changeAmount`. */
function worked(ending: string | null, bind: Bind): string {
  const changed = 'greatest(s.compared * target.factor + target.amount, 0)';
  const plain = `round(${changed}, target.decimals)`;
  if (ending === null) return plain;
  const end = `${bind(ending)}::numeric`;
  return `case when target.decimals = 0 then ${plain} else greatest(round(${changed} - ${end}, 0), 0) + ${end} end`;
}

/** A weight is set in the variant's own unit. */
const WEIGHT = `case when expected is null or lower(weight_unit) is not distinct from lower(s_unit) then s_value
  else coalesce(round(expected / weight_in_grams(1, weight_unit), 6)::text, s_value) end`;

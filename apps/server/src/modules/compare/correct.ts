import type { CorrectionPlan } from '@storefleet/contract/articles/compare';
import { EDITABLE_ATTRIBUTE_LABELS } from '@storefleet/contract/attributes/attributes';
import { BULK_UPDATE_MAX_ITEMS } from '@storefleet/contract/constants';
import { canonicalValue, isProductAttribute } from '@storefleet/contract/values/attribute-value';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { Queryable } from '../../platform/db/database.ts';
import { compose } from '../../platform/db/statements/statement.ts';
import { invalidField } from '../../platform/http/problem.ts';
import type { ItemDraft, RefusedDraft } from '../bulk-updates/plan/drafts/drafts.ts';
import { type DeviationRow, deviationsSql } from './deviations.ts';
import type { ActiveRule } from './rules/active-rules.ts';
import { foundArticles, requestedRules, type Scope, scopedArticles, storeIdsOf } from './scope.ts';

type Correction = {
  readonly title: string;
  readonly drafts: readonly ItemDraft[];
  readonly refused: readonly RefusedDraft[];
};

/** The changes after which none of the requested articles deviates. */
export async function correctionOf(db: Queryable, scope: Scope, wanted: CorrectionPlan): Promise<Correction> {
  const { keys, correct_in, rule_ids } = wanted;
  const rules = requestedRules(scope).filter(
    ({ id, targets }) => targets.length > 0 && (rule_ids === undefined || rule_ids.includes(id)),
  );
  const found = rules.length === 0 ? [] : await readDeviations(db, scope, rules, { keys, correct_in });
  if (found.length === 0) throw invalidField('rule_ids', 'None of these values deviates from the rules.');
  if (found.length > BULK_UPDATE_MAX_ITEMS) {
    throw invalidField('rule_ids', `At most ${BULK_UPDATE_MAX_ITEMS} values can be corrected at once.`);
  }
  const [only, ...others] = new Set(found.map(({ rule }) => rule));
  const title =
    only && others.length === 0 ? only.title : `Corrected by ${formatQuantity(1 + others.length, 'rule')}`;
  return { title, ...draftsOf(found) };
}

type Found = DeviationRow & { readonly rule: ActiveRule };

async function readDeviations(
  db: Queryable,
  scope: Scope,
  rules: readonly ActiveRule[],
  { keys, correct_in }: Pick<CorrectionPlan, 'keys' | 'correct_in'>,
): Promise<Found[]> {
  const { text, params } = compose((bind) => {
    const storeIds = storeIdsOf(scope).filter((id) => correct_in === undefined || correct_in.includes(id));
    const condition =
      keys === undefined
        ? 'v.article_key in (select key from found)'
        : `v.article_key = any(${bind(keys)}::text[])`;
    const parts =
      keys === undefined ? `with ${scopedArticles(scope, bind)}, ${foundArticles(scope, bind)}` : '';
    const deviations = rules.map(
      (rule, index) =>
        `select ${index} as rule, d.* from (${deviationsSql(rule, bind, { storeIds, condition })}) as d`,
    );
    return `${parts} select * from (${deviations.join(' union all ')}) as d
      order by store_id, product_id, variant_id limit ${BULK_UPDATE_MAX_ITEMS + 1}`;
  });
  const { rows } = await db.query<DeviationRow & { rule: number }>(text, params);
  return rows.flatMap((row) => {
    const rule = rules[row.rule];
    return rule === undefined ? [] : [{ ...row, rule }];
  });
}

/** A draft for each variant, and one for product attributes. */
function draftsOf(found: readonly Found[]): Pick<Correction, 'drafts' | 'refused'> {
  const drafts: ItemDraft[] = [];
  const refused: RefusedDraft[] = [];
  for (const [productId, ofProduct] of Map.groupBy(found, ({ product_id }) => product_id)) {
    const storeId = ofProduct[0]?.store_id ?? '';
    const own = Map.groupBy(
      ofProduct.filter(({ rule }) => isProductAttribute(rule.attribute)),
      ({ rule }) => rule.attribute,
    );
    const agreed = [...own].flatMap(([attribute, rows]) => {
      const values = new Set(rows.map(({ expected }) => canonicalValue(attribute, expected)));
      if (values.size === 1) return [[attribute, [...values][0] ?? null] as const];
      const label = EDITABLE_ATTRIBUTE_LABELS[attribute].toLowerCase();
      refused.push({
        storeId,
        productId,
        variantId: null,
        title: null,
        variantTitle: null,
        sku: null,
        rowNumber: null,
        error: `Its variants are parts of different products in the store that the ${label} comes from.`,
      });
      return [];
    });
    if (agreed.length > 0)
      drafts.push({ storeId, productId, variantId: null, values: Object.fromEntries(agreed) });
    const variants = Map.groupBy(
      ofProduct.filter(({ rule }) => !isProductAttribute(rule.attribute)),
      ({ variant_id }) => variant_id,
    );
    for (const [variantId, rows] of variants) {
      const values = rows.map(
        ({ rule: { attribute }, expected }) => [attribute, canonicalValue(attribute, expected)] as const,
      );
      drafts.push({ storeId, productId, variantId, values: Object.fromEntries(values) });
    }
  }
  return { drafts, refused };
}

import type { Queryable } from '../../../platform/db/database.ts';
import { readCopy } from '../../bulk-updates/plan/catalogue-copy.ts';
import type { RemovedRow } from '../../bulk-updates/plan/drafts/drafts.ts';
import { valueInCopy } from '../../bulk-updates/values/attribute-value.ts';
import type { HistoryRow } from '../history.repository.ts';
import { type ValueAddress, valueKey } from './undo-chains.ts';

/** The last change of a value in the history. */
type LastChange = Pick<
  HistoryRow,
  'id' | 'new_value' | 'changed_at' | 'origin' | 'user_id' | 'user_email' | 'user_name'
>;

/** The value's current owner: rows that a sync removed and restored have other ids than in the history. */
type Target = { readonly productId: string; readonly variantId: string | null };

/** The current state of a value. */
export type ValueState =
  | { readonly gone: 'product' | 'variant'; readonly lastChange: LastChange | null }
  /** Missing from our copy, and its store cannot be asked: the reason is a sentence. */
  | { readonly gone: 'unknown'; readonly reason: string; readonly isAway: boolean }
  | {
      readonly gone: null;
      readonly current: string | null;
      readonly lastChange: LastChange | null;
      readonly target: Target;
      /** A row that the store has and our copy lacks. */
      readonly removed?: RemovedRow;
    };

/** By `valueKey`: each value in our copy, and who last changed it. */
export async function readStates(
  db: Queryable,
  values: readonly HistoryRow[],
): Promise<ReadonlyMap<string, ValueState>> {
  const { copy, targetOf } = await readTargets(db, values);
  const lastChanges = new Map([
    ...(await readLastChanges(
      db,
      values.filter(({ variant_id }) => variant_id !== null),
      'h.variant_id = v.variant_id',
    )),
    ...(await readLastChanges(
      db,
      values.filter(({ variant_id }) => variant_id === null),
      'h.variant_id is null',
    )),
  ]);
  const stateOf = (value: HistoryRow): ValueState => {
    const target = targetOf(value);
    const lastChange = lastChanges.get(valueKey(value)) ?? null;
    const product = copy.products.get(target.productId);
    if (!product) return { gone: 'product', lastChange };
    const variant = target.variantId === null ? null : copy.variants.get(target.variantId);
    if (variant === undefined) return { gone: 'variant', lastChange };
    return {
      gone: null,
      current: valueInCopy(value.attribute, product, variant) ?? null,
      lastChange,
      target,
    };
  };
  return new Map(values.map((value) => [valueKey(value), stateOf(value)]));
}

/** The values' owners in our copy, found by their ids there, or by those at the source. */
async function readTargets(db: Queryable, values: readonly HistoryRow[]) {
  const attributes = values.map(({ attribute }) => attribute);
  const ownTarget = ({ product_id, variant_id }: HistoryRow): Target => ({
    productId: product_id,
    variantId: variant_id,
  });
  const { products, variants } = await readCopy(db, values.map(ownTarget), attributes);
  const missing = values.filter(
    ({ product_id, variant_id }) =>
      !products.has(product_id) || (variant_id !== null && !variants.has(variant_id)),
  );
  if (missing.length === 0) return { copy: { products, variants }, targetOf: ownTarget };
  const returned = await findReturned(db, missing);
  const found = await readCopy(db, [...returned.values()], attributes);
  return {
    copy: {
      products: new Map([...products, ...found.products]),
      variants: new Map([...variants, ...found.variants]),
    },
    targetOf: (value: HistoryRow) => returned.get(valueKey(value)) ?? ownTarget(value),
  };
}

/** By `valueKey`: products and variants that a sync removed, and a later one restored under new ids. */
async function findReturned(
  db: Queryable,
  values: readonly HistoryRow[],
): Promise<ReadonlyMap<string, Target>> {
  const { rows } = await db.query<ValueAddress & Target>(
    `select v.product_id, v.variant_id, v.attribute, products.id as "productId", variants.id as "variantId"
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[])
       as v (product_id, variant_id, attribute, store_id, product_source_id, variant_source_id)
     join products on products.store_id = v.store_id and products.source_id = v.product_source_id
     left join variants on variants.store_id = v.store_id and variants.source_id = v.variant_source_id
       and variants.product_id = products.id
     where products.id <> v.product_id or variants.id <> v.variant_id`,
    [
      values.map((value) => value.product_id),
      values.map((value) => value.variant_id),
      values.map((value) => value.attribute),
      values.map((value) => value.store_id),
      values.map((value) => value.product_source_id),
      values.map((value) => value.variant_source_id),
    ],
  );
  return new Map(
    rows
      .filter((row) => row.variant_id === null || row.variantId !== null)
      .map((row) => [valueKey(row), { productId: row.productId, variantId: row.variantId }]),
  );
}

/** One index lookup per value. Variants and products separately, as an index cannot compare with null. */
async function readLastChanges(
  db: Queryable,
  values: readonly ValueAddress[],
  sameVariant: 'h.variant_id = v.variant_id' | 'h.variant_id is null',
): Promise<ReadonlyMap<string, LastChange>> {
  if (values.length === 0) return new Map();
  const { rows } = await db.query<LastChange & ValueAddress>(
    `select v.product_id, v.variant_id, v.attribute, last.*
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as v (product_id, variant_id, attribute)
     cross join lateral (
       select h.id, h.new_value, h.changed_at, h.origin, h.user_id, h.user_email, h.user_name
       from change_history as h
       where h.product_id = v.product_id and ${sameVariant} and h.attribute = v.attribute
       order by h.changed_at desc, h.id desc limit 1
     ) as last`,
    [
      values.map((value) => value.product_id),
      values.map((value) => value.variant_id),
      values.map((value) => value.attribute),
    ],
  );
  return new Map(rows.map((row) => [valueKey(row), row]));
}

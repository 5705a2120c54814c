import type { Queryable } from '../../platform/db/database.ts';
import { valueInCopy } from '../bulk-updates/attribute-value.ts';
import { readCopy } from '../bulk-updates/plan-copy.ts';
import { type ValueAddress, valueKey } from './undo-chains.ts';

/** The last change of a value that the history knows. */
export type LastChange = {
  id: string;
  new_value: string | null;
  changed_at: Date;
  user_id: string | null;
  user_email: string | null;
  user_name: string | null;
};

/** How a value stands at present. */
export type Standing =
  | { readonly gone: 'product' | 'variant' }
  | { readonly gone: null; readonly current: string | null; readonly lastChange: LastChange | null };

/** By `valueKey`: what our copy holds of each value, and who changed it last. */
export async function readStandings(
  db: Queryable,
  values: readonly ValueAddress[],
): Promise<ReadonlyMap<string, Standing>> {
  const copy = await readCopy(
    db,
    values.map(({ product_id, variant_id }) => ({ productId: product_id, variantId: variant_id })),
  );
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
  const standingOf = (value: ValueAddress): Standing => {
    const product = copy.products.get(value.product_id);
    if (!product) return { gone: 'product' };
    const variant = value.variant_id === null ? null : copy.variants.get(value.variant_id);
    if (variant === undefined) return { gone: 'variant' };
    return {
      gone: null,
      current: valueInCopy(value.attribute, product, variant),
      lastChange: lastChanges.get(valueKey(value)) ?? null,
    };
  };
  return new Map(values.map((value) => [valueKey(value), standingOf(value)]));
}

/** One look into the index for each value. Variants and products apart, because an index cannot compare with null. */
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
       select h.id, h.new_value, h.changed_at, h.user_id, h.user_email, h.user_name
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

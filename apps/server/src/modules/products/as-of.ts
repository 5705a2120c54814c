import type { AsOf } from '@storefleet/contract/catalogue/as-of';
import type { Product } from '@storefleet/contract/catalogue/products/products';
import { answeredValue } from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../platform/db/database.ts';
import { historyCompleteSince, type PastRow, readPast } from '../catalogue/past/past-values.ts';
import { comparePast, rowThen } from '../catalogue/past/row-then.ts';

type AsOfMoment = { readonly as_of?: AsOf; show(product: Product): Product };

/** These products as of a moment; unchanged if none is given. */
export async function asOfMoment(
  db: Queryable,
  products: readonly Product[],
  moment: string | undefined,
): Promise<AsOfMoment> {
  if (moment === undefined) return { show: (product) => product };
  const at = new Date(moment);
  const past = await readPast(
    db,
    products.map(({ id }) => id),
    at,
  );
  return {
    as_of: { as_of: at.toISOString(), complete_since: (await historyCompleteSince(db)).toISOString() },
    show: (product) => ({
      ...withPast(product, past.get(product.id)),
      variants: product.variants.map((variant) => withPast(variant, past.get(variant.id))),
    }),
  };
}

function withPast<Row extends Parameters<typeof comparePast>[0]>(row: Row, past: PastRow | undefined): Row {
  if (past === undefined) return row;
  return { ...rowThen(row, past, answeredValue), past: comparePast({ ...row, ...past.memberships }, past) };
}

import { quantityProblem, stockAt } from '@storefleet/contract/attributes/stock';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import type { ProductStock } from '@storefleet/contract/catalogue/stock';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { useTypedEdit } from './use-product-edit.ts';

export const levelKey = (variantId: string, locationId: string) => `${variantId} ${locationId}`;

/** The available stock, by variant and location. */
export const levelsOf = ({ variants }: ProductStock) =>
  new Map(
    variants.map(({ variant_id, levels }) => [
      variant_id,
      new Map(levels.map(({ location_id, available }) => [location_id, available])),
    ]),
  );

export type StockEdit = ReturnType<typeof useStockEdit>;

/** Edits quantities in the table, by `levelKey`, and saves them as one update. */
export function useStockEdit(product: ProductDetail, stock: ProductStock | undefined) {
  return useTypedEdit('Stock saved', stock, (typed, basedOn) => changesIn(product, basedOn, typed));
}

function changesIn(
  product: ProductDetail,
  stock: ProductStock | undefined,
  typed: Readonly<Record<string, string>>,
) {
  const problems = new Map<string, string>();
  const references: ProductReference[] = [];
  const levels = stock ? levelsOf(stock) : new Map<string, Map<string, number>>();
  for (const { id, shopify_id } of product.variants) {
    const values: Record<string, number> = {};
    const seen: Record<string, string> = {};
    for (const location of stock?.locations ?? []) {
      const key = levelKey(id, location.id);
      const text = typed[key]?.trim().replace('−', '-');
      const available = levels.get(id)?.get(location.id);
      if (text === undefined || available === undefined || text === String(available)) continue;
      const problem = quantityProblem(stockAt(location.name), text);
      if (problem !== null) problems.set(key, problem);
      values[location.name] = Number(text);
      seen[stockAt(location.name)] = String(available);
    }
    if (Object.keys(values).length === 0) continue;
    references.push({
      store_id: product.store_id,
      id: product.id,
      shopify_id: product.shopify_id,
      selectedVariant: { id, shopify_id },
      based_on: seen,
      attributes_to_set: { stock: values },
    });
  }
  return { references, problems };
}

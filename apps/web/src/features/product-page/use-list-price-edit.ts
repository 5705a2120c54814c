import {
  attributesOnList,
  type ListPriceAttribute,
  type PriceList,
} from '@storefleet/contract/attributes/list-prices';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { priceWarnings } from '@storefleet/contract/edits/price-warnings';
import { valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import { readValue } from '../../lib/format/read-value.ts';
import { referencesTo } from '../product-editor/api/references.ts';
import { oldAndNew } from '../product-editor/field-notes.ts';
import type { Change } from '../product-editor/product-draft.ts';
import { useTypedEdit } from './use-product-edit.ts';

export const priceKey = (variantId: string, attribute: ListPriceAttribute) => `${variantId} ${attribute}`;

export type ListPriceEdit = ReturnType<typeof useListPriceEdit>;

/** Edits fixed prices in the table, by `priceKey`, and saves them as one update. */
export function useListPriceEdit(product: ProductDetail, lists: readonly PriceList[]) {
  return useTypedEdit('Prices saved', product, (typed, basedOn) => changesIn(basedOn, lists, typed));
}

function changesIn(
  product: ProductDetail,
  lists: readonly PriceList[],
  typed: Readonly<Record<string, string>>,
) {
  const problems = new Map<string, string>();
  const changes: Change[] = [];
  for (const { id, list_prices } of product.variants) {
    for (const { name, currency } of lists) {
      for (const attribute of attributesOnList(name)) {
        const key = priceKey(id, attribute);
        const text = typed[key];
        const held = list_prices?.[attribute];
        if (text === undefined || held === undefined) continue;
        const read = readValue(attribute, text, { held, currency });
        if (!read.ok) problems.set(key, read.message);
        else if (!valuesAreEqual(attribute, read.value, held))
          changes.push({ owner: id, attribute, from: held, to: read.value });
      }
    }
  }
  return {
    references: referencesTo(product, changes).map(({ reference }) => reference),
    problems,
    warnings: [...Map.groupBy(changes, ({ owner }) => owner).values()].flatMap((ofVariant) =>
      priceWarnings(oldAndNew(ofVariant), null),
    ),
  };
}

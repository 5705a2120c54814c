import type { ListPriceAttribute, PriceList } from '@storefleet/contract/attributes/list-prices';
import { attributesOnList } from '@storefleet/contract/attributes/list-prices';
import type { ProductDetail } from '@storefleet/contract/catalogue/products';
import { type FormEvent, useMemo, useState } from 'react';
import { readValue } from '../../lib/format/read-value.ts';
import { referencesTo } from '../product-editor/api/references.ts';
import type { Change } from '../product-editor/product-draft.ts';
import { useSaveUpdate } from './use-save-update.ts';

export const priceKey = (variantId: string, attribute: ListPriceAttribute) => `${variantId} ${attribute}`;

export type ListPriceEdit = ReturnType<typeof useListPriceEdit>;

/** Edits fixed prices in the table, and saves them as one update. */
export function useListPriceEdit(product: ProductDetail, lists: readonly PriceList[]) {
  /** By `priceKey`; null while not editing. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>> | null>(null);
  const { save, reset, isSaving, error, refusals } = useSaveUpdate('Prices saved', () => setTyped(null));
  return useMemo(() => {
    const { changes, problems } = changesIn(product, lists, typed ?? {});
    const canSave = changes.length > 0 && problems.size === 0;
    return {
      typed,
      isSaving,
      canSave,
      error,
      refusals,
      problemOf: (key: string) => problems.get(key),
      type: (key: string, text: string) => setTyped((now) => ({ ...now, [key]: text })),
      open: () => setTyped({}),
      close: () => {
        reset();
        setTyped(null);
      },
      save: (event: FormEvent) => {
        event.preventDefault();
        if (canSave) save(referencesTo(product, changes).map(({ reference }) => reference));
      },
    };
  }, [product, lists, typed, save, reset, isSaving, error, refusals]);
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
        else if (read.value !== held) changes.push({ owner: id, attribute, from: held, to: read.value });
      }
    }
  }
  return { changes, problems };
}

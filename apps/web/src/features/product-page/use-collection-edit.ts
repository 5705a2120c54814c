import { membershipIn } from '@storefleet/contract/attributes/memberships';
import type { Collection } from '@storefleet/contract/catalogue/collections';
import type { ProductDetail } from '@storefleet/contract/catalogue/products';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { type FormEvent, useState } from 'react';
import { useSaveUpdate } from './use-save-update.ts';

export type CollectionEdit = ReturnType<typeof useCollectionEdit>;

/** Choosing the manual collections of a product, and saving them as one update. */
export function useCollectionEdit(product: ProductDetail, held: readonly Collection[] | null) {
  /** Handles; null: nobody is choosing. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { save, reset, ...saving } = useSaveUpdate('Collections saved', () => setChosen(null));
  const now = (held ?? []).flatMap(({ handle, is_manual }) => (is_manual ? [handle] : []));
  const reference = chosen && changesIn(product, now, chosen);
  return {
    ...saving,
    storeId: product.store_id,
    chosen,
    canSave: reference !== null,
    choose: setChosen,
    open: () => setChosen(now),
    close: () => {
      reset();
      setChosen(null);
    },
    save: (event: FormEvent) => {
      event.preventDefault();
      if (reference !== null) save([reference]);
    },
  };
}

function changesIn(
  { store_id, id, shopify_id }: ProductDetail,
  now: readonly string[],
  chosen: readonly string[],
): ProductReference | null {
  const moved = [...new Set([...now, ...chosen])].filter(
    (handle) => now.includes(handle) !== chosen.includes(handle),
  );
  if (moved.length === 0) return null;
  return {
    store_id,
    id,
    shopify_id,
    based_on: Object.fromEntries(moved.map((handle) => [membershipIn(handle), String(now.includes(handle))])),
    attributes_to_set: {
      collections: Object.fromEntries(moved.map((handle) => [handle, chosen.includes(handle)])),
    },
  };
}

import { membershipIn, publishedTo } from '@storefleet/contract/attributes/memberships';
import type { ProductDetail } from '@storefleet/contract/catalogue/products';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { type FormEvent, useState } from 'react';
import { useSaveUpdate } from './use-save-update.ts';

export type MembershipEdit = ReturnType<typeof useMembershipEdit>;

const KINDS = {
  collections: { saved: 'Collections saved', attributeOf: membershipIn },
  channels: { saved: 'Sales channels saved', attributeOf: publishedTo },
};
type Kind = keyof typeof KINDS;

/** Chooses a product's manual collections or its channels, and saves them as one update. `now`: handles or names. */
export function useMembershipEdit(product: ProductDetail, kind: Kind, now: readonly string[]) {
  /** Null while not editing. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { save, reset, ...saving } = useSaveUpdate(KINDS[kind].saved, () => setChosen(null));
  const reference = chosen && changesIn(product, kind, now, chosen);
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
  kind: Kind,
  now: readonly string[],
  chosen: readonly string[],
): ProductReference | null {
  const moved = [...new Set([...now, ...chosen])].filter(
    (place) => now.includes(place) !== chosen.includes(place),
  );
  if (moved.length === 0) return null;
  const { attributeOf } = KINDS[kind];
  return {
    store_id,
    id,
    shopify_id,
    based_on: Object.fromEntries(moved.map((place) => [attributeOf(place), String(now.includes(place))])),
    attributes_to_set: {
      [kind]: Object.fromEntries(moved.map((place) => [place, chosen.includes(place)])),
    },
  };
}

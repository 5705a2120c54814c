import { membershipIn, publishedTo } from '@storefleet/contract/attributes/memberships';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { useProductEdit } from './use-product-edit.ts';

export type MembershipEdit = ReturnType<typeof useMembershipEdit>;

const KINDS = {
  collections: { saved: 'Collections saved', attributeOf: membershipIn },
  channels: { saved: 'Sales channels saved', attributeOf: publishedTo },
};
type Kind = keyof typeof KINDS;

/** Chooses a product's manual collections or its channels, and saves them as one update. `now`: handles or names. */
export function useMembershipEdit(product: ProductDetail, kind: Kind, now: readonly string[]) {
  const edit = useProductEdit<readonly string[]>(KINDS[kind].saved, (chosen) => ({
    references: changesIn(product, kind, now, chosen),
  }));
  return {
    ...edit,
    storeId: product.store_id,
    open: () => edit.open(now),
    choose: (chosen: readonly string[]) => edit.change(() => chosen),
  };
}

function changesIn(
  { store_id, id, shopify_id }: ProductDetail,
  kind: Kind,
  now: readonly string[],
  chosen: readonly string[],
): ProductReference[] {
  const moved = [...new Set([...now, ...chosen])].filter(
    (place) => now.includes(place) !== chosen.includes(place),
  );
  if (moved.length === 0) return [];
  const { attributeOf } = KINDS[kind];
  return [
    {
      store_id,
      id,
      shopify_id,
      based_on: Object.fromEntries(moved.map((place) => [attributeOf(place), String(now.includes(place))])),
      attributes_to_set: {
        [kind]: Object.fromEntries(moved.map((place) => [place, chosen.includes(place)])),
      },
    },
  ];
}

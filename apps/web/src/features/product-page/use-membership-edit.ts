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

/** Those that were chosen or left, by their handles or names. */
type Moves = Readonly<Record<string, boolean>>;

/**
 * Chooses a product's manual collections or its channels, and saves them as one update. `now`: handles or names; null
 * while those of the past are shown.
 */
export function useMembershipEdit(product: ProductDetail, kind: Kind, now: readonly string[] | null) {
  const held = now ?? [];
  // What somebody else moves meanwhile stays as it is: only one's own moves are kept.
  const edit = useProductEdit<Moves, null>(KINDS[kind].saved, null, {
    changesIn: (moves) => ({ references: referencesTo(product, kind, movesIn(held, chosenIn(held, moves))) }),
  });
  return {
    ...edit,
    edited: edit.edited === null || now === null ? null : chosenIn(held, edit.edited),
    storeId: product.store_id,
    open: () => edit.open({}),
    choose: (chosen: readonly string[]) => edit.change(() => movesIn(held, chosen)),
  };
}

const chosenIn = (held: readonly string[], moves: Moves): string[] =>
  [...new Set([...held, ...Object.keys(moves)])].filter((place) => moves[place] ?? held.includes(place));

const movesIn = (held: readonly string[], chosen: readonly string[]): Moves =>
  Object.fromEntries(
    [...new Set([...held, ...chosen])].flatMap((place) =>
      held.includes(place) === chosen.includes(place) ? [] : [[place, chosen.includes(place)]],
    ),
  );

function referencesTo(
  { store_id, id, shopify_id }: ProductDetail,
  kind: Kind,
  moves: Moves,
): ProductReference[] {
  const moved = Object.entries(moves);
  if (moved.length === 0) return [];
  const { attributeOf } = KINDS[kind];
  return [
    {
      store_id,
      id,
      shopify_id,
      based_on: Object.fromEntries(moved.map(([place, isIn]) => [attributeOf(place), String(!isIn)])),
      attributes_to_set: { [kind]: moves },
    },
  ];
}

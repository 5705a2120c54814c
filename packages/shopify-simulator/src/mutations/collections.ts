import type { Collection } from '../catalogue/collections.ts';
import type { Product } from '../catalogue/model.ts';
import type { Context } from '../fields/context.ts';
import { type Input, textsOf } from '../graphql/input.ts';
import { parseGlobalId } from '../text-forms.ts';
import { logWrite } from './apply.ts';
import type { UserError } from './user-error.ts';

/** Joining and leaving collections, as `productUpdate` does. */

type Move = { readonly collection: Collection; readonly isIn: boolean };

export function movesIn(input: Input, { shop }: Context): { moves: Move[]; errors: UserError[] } {
  const moves: Move[] = [];
  const errors: UserError[] = [];
  for (const field of ['collectionsToJoin', 'collectionsToLeave'] as const) {
    for (const gid of textsOf(input[field])) {
      const collection = shop.collections.find(parseGlobalId(gid)?.id ?? 0);
      if (collection === null) errors.push({ field: [field], message: 'Collection does not exist' });
      else if (collection.tag !== null) errors.push({ field: [field], message: SMART[field] });
      else moves.push({ collection, isIn: field === 'collectionsToJoin' });
    }
  }
  return { moves, errors };
}

/** The first as documented for `collectionAddProducts`; the other is chosen. */
const SMART = {
  collectionsToJoin: "Can't manually add products to a smart collection",
  collectionsToLeave: "Can't manually remove products from a smart collection",
};

/** Nothing is said of a product's `updatedAt`, or of a webhook: nothing moves. */
export function applyMoves(
  context: Context,
  mutation: string,
  product: Product,
  moves: readonly Move[],
): void {
  const { shop } = context;
  const target = { mutation, productId: product.id, variantId: null };
  for (const { collection, isIn } of moves) {
    const before = shop.collections.holds(collection, product);
    logWrite(context, target, { attribute: `collection.${collection.handle}`, before, value: isIn });
    shop.collections.put(collection, product.id, isIn);
  }
  if (moves.length > 0) shop.catalogue.touch(product.id, { isOwn: false });
}

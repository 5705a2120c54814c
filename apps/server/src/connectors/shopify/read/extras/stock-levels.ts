import { z } from 'zod';
import { type Asking, ask } from '../../client/ask.ts';
import type { Operation } from '../../client/graphql-client.ts';
import { nodesOf, pageOf } from '../cursors.ts';

/** A variant's quantities at each location, page by page if it has many. */

/** Shopify's maximum page size; a shop has up to 200 locations, on Plus up to 1,000. */
export const LEVELS_PER_PAGE = 250;

/** Those in the columns of Shopify's inventory file; what is on hand but neither available nor committed is unavailable. */
const QUANTITIES = ['available', 'committed', 'incoming', 'on_hand'] as const;

/** Fields of an inventory item. `page`: the arguments, such as `first: 250`. */
export const selectLevels = (page: string): string => `inventoryLevels(${page}) {
  nodes { location { id name } quantities(names: [${QUANTITIES.map((name) => `"${name}"`).join()}]) { name quantity } }
  pageInfo { hasNextPage endCursor }
}`;

export const levelsSchema = pageOf(
  z.object({
    location: z.object({ id: z.string(), name: z.string() }),
    quantities: z.array(z.object({ name: z.string(), quantity: z.int() })),
  }),
);
type Levels = z.output<typeof levelsSchema>;

/** Undefined if the level does not say. */
export const quantityOf = (
  { quantities }: Levels['nodes'][number],
  wanted: (typeof QUANTITIES)[number],
): number | undefined => quantities.find(({ name }) => name === wanted)?.quantity;

const MORE_LEVELS: Operation = {
  expectedCost: 20,
  document: `query MoreLevels($id: ID!, $after: String!) {
    node(id: $id) {
      ... on ProductVariant { inventoryItem { ${selectLevels(`first: ${LEVELS_PER_PAGE}, after: $after`)} } }
    }
  }`,
};
const moreSchema = z.object({
  node: z.object({ inventoryItem: z.object({ inventoryLevels: levelsSchema }) }).nullable(),
});

/** All levels: the first page's, and those of the following pages unless the variant was deleted meanwhile. */
export function allLevels(asking: Asking, variantId: string, first: Levels): Promise<Levels['nodes']> {
  const page = async (after: string | null) =>
    after === null
      ? first
      : (await ask(asking, MORE_LEVELS, moreSchema, { id: variantId, after })).node?.inventoryItem
          .inventoryLevels;
  return Array.fromAsync(nodesOf(asking.client, page));
}

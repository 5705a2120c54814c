import { z } from 'zod';
import { SourceError, type SourceLocation, type SourceProduct, type SourceStock } from '../../connector.ts';
import { fromGraphqlErrors } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import type { ExtraOptions, ExtraReader } from './extras.ts';

/** What is available at each location, read beside the products. */

const STOCK_NOT_READABLE =
  'The token may not read stock per location. Give the app the scopes read_inventory and read_locations, or switch ' +
  'stock per location off.';

/** Shopify's page of locations is no longer; a shop has up to 200, and up to 1,000 on Plus. */
const LOCATIONS_READ = 250;
const LOCATIONS: Operation = {
  expectedCost: 13,
  document: `query Locations { locations(first: ${LOCATIONS_READ}) { nodes { id name } } }`,
};

/**
 * What is available of as many as 250 variants, at as many locations as the shop has. Not a part of the other reading:
 * a bulk query nests connections two levels deep and has used both (recorded: bulk-operation-run-query-validators), and
 * by ids it is charged for one variant however many are asked for, 10 points with three locations.
 */
function variantStock(locations: number): Operation {
  return {
    expectedCost: 20,
    document: `query VariantStock($ids: [ID!]!) {
      nodes(ids: $ids) {
        id
        ... on ProductVariant {
          inventoryItem {
            inventoryLevels(first: ${locations}) {
              nodes { location { id } quantities(names: ["available"]) { quantity } }
            }
          }
        }
      }
    }`,
  };
}

/** The longest list of ids that Shopify takes. */
const IDS_PER_READ = 250;
/** Side by side, so that the network's delay is not paid for each. */
const READS_AT_ONCE = 4;

const locationsSchema = z.object({
  locations: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
});
const levelsSchema = z.object({
  nodes: z.array(
    z.object({
      location: z.object({ id: z.string() }),
      quantities: z.array(z.object({ quantity: z.int() })),
    }),
  ),
});
const variantsSchema = z.object({
  nodes: z.array(
    z.object({ id: z.string(), inventoryItem: z.object({ inventoryLevels: levelsSchema }) }).nullable(),
  ),
});

/** Where the token may not read it, it brings nothing. */
export function createStockReader(client: GraphqlClient, options: ExtraOptions): ExtraReader {
  let locations: SourceLocation[] | null = null;
  let refused = false;

  async function ask(operation: Operation, variables: Record<string, unknown>): Promise<unknown> {
    const { data, errors, requestId } = await client.request(operation, { ...options, variables });
    if (errors.length > 0) throw fromGraphqlErrors(errors, { ...client.context(), requestId });
    return data;
  }

  async function readLevels(ids: readonly string[], count: number): Promise<SourceStock['variants']> {
    const { nodes } = parse(variantsSchema, await ask(variantStock(count), { ids }), client);
    return nodes.flatMap((node) => {
      if (node === null) return [];
      const levels = node.inventoryItem.inventoryLevels.nodes.flatMap(
        ({ location, quantities: [available] }): [string, number][] =>
          available === undefined ? [] : [[location.id, available.quantity]],
      );
      return [{ variantId: node.id, available: new Map(levels) }];
    });
  }

  async function readStock(products: readonly SourceProduct[]): Promise<SourceStock> {
    locations ??= parse(locationsSchema, await ask(LOCATIONS, {}), client).locations.nodes.map(
      ({ id, name }) => ({ sourceId: id, name }),
    );
    const count = Math.max(1, locations.length);
    const ids = products.flatMap((product) => product.variants.map(({ sourceId }) => sourceId));
    const variants: SourceStock['variants'] = [];
    const readParts = async () => {
      for (let part = ids.splice(0, IDS_PER_READ); part.length > 0; part = ids.splice(0, IDS_PER_READ)) {
        variants.push(...(await readLevels(part, count)));
      }
    };
    await Promise.all(Array.from({ length: READS_AT_ONCE }, readParts));
    return { locations, variants };
  }

  return {
    async read(products) {
      if (refused) return {};
      try {
        return { stock: await readStock(products) };
      } catch (error) {
        if (!(error instanceof SourceError) || error.kind !== 'scope_missing') throw error;
        refused = true;
        return {};
      }
    },
    notice: () => (refused ? STOCK_NOT_READABLE : null),
  };
}

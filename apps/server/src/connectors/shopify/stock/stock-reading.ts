import { z } from 'zod';
import type { SourceLocation, SourceProduct, SourceStock } from '../../connector.ts';
import { SourceError } from '../../source-error.ts';
import { fromGraphqlErrors } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { followCursors, pageInfoSchema } from '../read/cursors.ts';
import type { ExtraOptions, ExtraReader } from '../read/extras.ts';
import { allLevels, LEVELS_PER_PAGE, levelsSchema, selectLevels } from './stock-levels.ts';

/** Reads the available quantity at each location. */

const STOCK_NOT_READABLE =
  'The token may not read stock per location. Give the app the scopes read_inventory and read_locations, or switch ' +
  'stock per location off.';

const LOCATIONS: Operation = {
  expectedCost: 13,
  document: `query Locations($after: String) {
    locations(first: ${LEVELS_PER_PAGE}, after: $after) {
      nodes { id name } pageInfo { hasNextPage endCursor }
    }
  }`,
};

/**
 * Stock of up to 250 variants at all locations. A separate query, because a bulk query may nest connections
 * only two levels deep and already does (recorded: bulk-operation-run-query-validators). By ids it is charged
 * for one variant, however many are requested: 10 points with three locations.
 */
function variantStock(locations: number): Operation {
  return {
    expectedCost: 20,
    document: `query VariantStock($ids: [ID!]!) {
      nodes(ids: $ids) {
        id
        ... on ProductVariant {
          inventoryItem { ${selectLevels(`first: ${Math.min(locations, LEVELS_PER_PAGE)}`)} }
        }
      }
    }`,
  };
}

/** Shopify's maximum of ids per query. */
const IDS_PER_READ = 250;
/** In parallel, to hide the network's latency. */
const READS_AT_ONCE = 4;

const locationsSchema = z.object({
  locations: z.object({
    nodes: z.array(z.object({ id: z.string(), name: z.string() })),
    pageInfo: pageInfoSchema,
  }),
});
const variantsSchema = z.object({
  nodes: z.array(
    z.object({ id: z.string(), inventoryItem: z.object({ inventoryLevels: levelsSchema }) }).nullable(),
  ),
});

/** If the token may not read stock, it adds nothing. */
export function createStockReader(client: GraphqlClient, options: ExtraOptions): ExtraReader {
  let locations: SourceLocation[] | null = null;
  let refused = false;

  async function ask(operation: Operation, variables: Record<string, unknown>): Promise<unknown> {
    const { data, errors, requestId } = await client.request(operation, { ...options, variables });
    if (errors.length > 0) throw fromGraphqlErrors(errors, { ...client.context(), requestId });
    return data;
  }

  async function readLocations(): Promise<SourceLocation[]> {
    const found: SourceLocation[] = [];
    const nextCursor = followCursors(client);
    for (let after: string | null = null; ; ) {
      const { nodes, pageInfo } = parse(locationsSchema, await ask(LOCATIONS, { after }), client).locations;
      found.push(...nodes.map(({ id, name }) => ({ sourceId: id, name })));
      after = nextCursor(pageInfo);
      if (after === null) return found;
    }
  }

  async function readLevels(ids: readonly string[], count: number): Promise<SourceStock['variants']> {
    const { nodes } = parse(variantsSchema, await ask(variantStock(count), { ids }), client);
    const variants: SourceStock['variants'] = [];
    for (const node of nodes) {
      if (node === null) continue;
      const levels = await allLevels(client, ask, node.id, node.inventoryItem.inventoryLevels);
      const available = levels.flatMap(({ location, quantities: [quantity] }): [string, number][] =>
        quantity === undefined ? [] : [[location.id, quantity.quantity]],
      );
      variants.push({ variantId: node.id, available: new Map(available) });
    }
    return variants;
  }

  async function readStock(products: readonly SourceProduct[]): Promise<SourceStock> {
    locations ??= await readLocations();
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

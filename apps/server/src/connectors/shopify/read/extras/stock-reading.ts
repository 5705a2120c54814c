import { z } from 'zod';
import type { SetAside, SourceLocation, SourceStock } from '../../../connector.ts';
import { type Asking, ask } from '../../client/ask.ts';
import type { Operation } from '../../client/graphql-client.ts';
import { IDS_PER_QUERY, inParts } from '../../client/in-parts.ts';
import { nodesOf, pageOf } from '../cursors.ts';
import { type ExtraReader, unlessRefused } from '../extras.ts';
import { allLevels, LEVELS_PER_PAGE, levelsSchema, quantityOf, selectLevels } from './stock-levels.ts';

/** Reads the quantities at each location, and the options that Shopify's inventory file names a variant by. */

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
 * for one variant, however many are requested: 11 points with three locations.
 */
function variantStock(locations: number): Operation {
  return {
    expectedCost: 20,
    document: `query VariantStock($ids: [ID!]!) {
      nodes(ids: $ids) {
        id
        ... on ProductVariant {
          selectedOptions { name value }
          inventoryItem { ${selectLevels(`first: ${Math.min(locations, LEVELS_PER_PAGE)}`)} }
        }
      }
    }`,
  };
}

const locationsSchema = z.object({
  locations: pageOf(z.object({ id: z.string(), name: z.string() })),
});
const variantsSchema = z.object({
  nodes: z.array(
    z
      .object({
        id: z.string(),
        selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
        inventoryItem: z.object({ inventoryLevels: levelsSchema }),
      })
      .nullable(),
  ),
});

/** If the token may not read stock, it adds nothing. */
export function createStockReader(asking: Asking): ExtraReader {
  let locations: SourceLocation[] | null = null;
  return unlessRefused(STOCK_NOT_READABLE, async (products) => {
    locations ??= await readLocations(asking);
    const count = Math.max(1, locations.length);
    const ids = products.flatMap((product) => product.variants.map(({ sourceId }) => sourceId));
    const variants: SourceStock['variants'] = [];
    await inParts(ids, IDS_PER_QUERY, asking.signal, async (part, signal) => {
      variants.push(...(await readLevels({ ...asking, signal }, part, count)));
    });
    return { stock: { locations, variants } };
  });
}

async function readLocations(asking: Asking): Promise<SourceLocation[]> {
  const page = async (after: string | null) =>
    (await ask(asking, LOCATIONS, locationsSchema, { after })).locations;
  return Array.fromAsync(nodesOf(asking.client, page), ({ id, name }) => ({ sourceId: id, name }));
}

async function readLevels(
  asking: Asking,
  ids: readonly string[],
  locations: number,
): Promise<SourceStock['variants']> {
  const { nodes } = await ask(asking, variantStock(locations), variantsSchema, { ids });
  const variants: SourceStock['variants'] = [];
  for (const node of nodes) {
    if (node === null) continue;
    const levels = await allLevels(asking, node.id, node.inventoryItem.inventoryLevels);
    const available = new Map<string, number>();
    const setAside = new Map<string, SetAside>();
    for (const level of levels) {
      const quantity = quantityOf(level, 'available');
      if (quantity === undefined) continue;
      available.set(level.location.id, quantity);
      setAside.set(level.location.id, {
        committed: quantityOf(level, 'committed') ?? 0,
        incoming: quantityOf(level, 'incoming') ?? 0,
        onHand: quantityOf(level, 'on_hand') ?? quantity,
      });
    }
    const options = node.selectedOptions.map(({ name, value }) => [name, value] as const);
    variants.push({ variantId: node.id, available, setAside, options });
  }
  return variants;
}

import type { ListPrices, PriceList } from '@storefleet/contract/attributes/list-prices';
import { z } from 'zod';
import type { SourceProduct } from '../../../connector.ts';
import { type Asking, ask } from '../../client/ask.ts';
import type { Operation } from '../../client/graphql-client.ts';
import { nodesOf, pageOf } from '../cursors.ts';
import { type ExtraReader, unlessRefused } from '../extras.ts';
import { noPrices, readFixedPrices } from './fixed-prices.ts';

/** The fixed prices on the price lists of markets, read beside the products: a search on each list for each page. */

/** Shopify: "Requires `read_products` access scope. Also: The user must have permission to view catalogs." */
const NOT_READABLE =
  'The token may not read price lists. Its user needs the permission to view catalogs; or switch market price lists off.';

const PRICE_LISTS: Operation = {
  expectedCost: 46,
  document: `query PriceLists($after: String) {
    priceLists(first: 250, after: $after, sortKey: ID) {
      nodes { id name currency parent { adjustment { type value } } catalog { __typename } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

const listsSchema = z.object({
  priceLists: pageOf(
    z.object({
      id: z.string(),
      name: z.string(),
      currency: z.string(),
      parent: z.object({ adjustment: z.object({ type: z.string(), value: z.number() }) }).nullable(),
      catalog: z.object({ __typename: z.string() }).nullable(),
    }),
  ),
});

export function createPriceListReader(asking: Asking): ExtraReader {
  let lists: PriceList[] | null = null;
  return unlessRefused(NOT_READABLE, async (products) => {
    const isFirst = lists === null;
    lists ??= await readLists(asking);
    const priced = lists.length === 0 ? products : await withPrices(asking, products, lists);
    return { products: priced, ...(isFirst ? { priceLists: lists } : {}) };
  });
}

/** Those of companies, of which a shop may have thousands, and of no catalog are left out. */
async function readLists(asking: Asking): Promise<PriceList[]> {
  const found: PriceList[] = [];
  const page = async (after: string | null) =>
    (await ask(asking, PRICE_LISTS, listsSchema, { after })).priceLists;
  for await (const { id, name, currency, parent, catalog } of nodesOf(asking.client, page)) {
    if (catalog?.__typename !== 'MarketCatalog') continue;
    const { type, value } = parent?.adjustment ?? { type: '', value: 0 };
    found.push({ id, name, currency, adjustment: type === 'PERCENTAGE_DECREASE' ? -value : value });
  }
  return found;
}

async function withPrices(
  asking: Asking,
  products: SourceProduct[],
  lists: readonly PriceList[],
): Promise<SourceProduct[]> {
  const ids = products.map(({ sourceId }) => sourceId);
  const read = await Promise.all(
    lists.map(async (list) => ({
      none: noPrices(list.name),
      fixed: await readFixedPrices(asking, list, { kind: 'Product', ids }),
    })),
  );
  const pricesOf = (variantId: string): ListPrices =>
    Object.assign({}, ...read.map(({ none, fixed }) => fixed.get(variantId) ?? none));
  return products.map((product) => ({
    ...product,
    variants: product.variants.map((variant) => ({ ...variant, listPrices: pricesOf(variant.sourceId) })),
  }));
}

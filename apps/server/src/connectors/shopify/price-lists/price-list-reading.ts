import type { ListPrices, PriceList } from '@storefleet/contract/attributes/list-prices';
import { z } from 'zod';
import type { SourceProduct } from '../../connector.ts';
import { SourceError } from '../../source-error.ts';
import { fromGraphqlErrors } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { followCursors, pageInfoSchema } from '../read/cursors.ts';
import type { ExtraOptions, ExtraReader } from '../read/extras.ts';
import { type Ask, noPrices, readFixedPrices } from './fixed-prices.ts';

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
  priceLists: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        currency: z.string(),
        parent: z.object({ adjustment: z.object({ type: z.string(), value: z.number() }) }).nullable(),
        catalog: z.object({ __typename: z.string() }).nullable(),
      }),
    ),
    pageInfo: pageInfoSchema,
  }),
});

export function createPriceListReader(client: GraphqlClient, options: ExtraOptions): ExtraReader {
  let lists: PriceList[] | null = null;
  let refused = false;

  const ask: Ask = async (operation, variables) => {
    const { data, errors, requestId } = await client.request(operation, { ...options, variables });
    if (errors.length > 0) throw fromGraphqlErrors(errors, { ...client.context(), requestId });
    return data;
  };

  /** Those of companies, of which a shop may have thousands, and of no catalog are left out. */
  async function readLists(): Promise<PriceList[]> {
    const found: PriceList[] = [];
    const nextCursor = followCursors(client);
    for (let after: string | null = null, isLast = false; !isLast; ) {
      const { nodes, pageInfo } = parse(listsSchema, await ask(PRICE_LISTS, { after }), client).priceLists;
      for (const { id, name, currency, parent, catalog } of nodes) {
        if (catalog?.__typename !== 'MarketCatalog') continue;
        const { type, value } = parent?.adjustment ?? { type: '', value: 0 };
        found.push({ id, name, currency, adjustment: type === 'PERCENTAGE_DECREASE' ? -value : value });
      }
      after = nextCursor(pageInfo);
      isLast = after === null;
    }
    return found;
  }

  async function withPrices(products: SourceProduct[], of: readonly PriceList[]): Promise<SourceProduct[]> {
    const ids = products.map(({ sourceId }) => sourceId);
    const read = await Promise.all(
      of.map(async (list) => ({
        none: noPrices(list.name),
        fixed: await readFixedPrices(client, ask, list, { kind: 'Product', ids }),
      })),
    );
    const pricesOf = (variantId: string): ListPrices =>
      Object.assign({}, ...read.map(({ none, fixed }) => fixed.get(variantId) ?? none));
    return products.map((product) => ({
      ...product,
      variants: product.variants.map((variant) => ({ ...variant, listPrices: pricesOf(variant.sourceId) })),
    }));
  }

  return {
    async read(products) {
      if (refused) return {};
      try {
        const isFirst = lists === null;
        lists ??= await readLists();
        const priced = lists.length === 0 ? products : await withPrices(products, lists);
        return { products: priced, ...(isFirst ? { priceLists: lists } : {}) };
      } catch (error) {
        if (!(error instanceof SourceError) || error.kind !== 'scope_missing') throw error;
        refused = true;
        return {};
      }
    },
    notice: () => (refused ? NOT_READABLE : null),
  };
}

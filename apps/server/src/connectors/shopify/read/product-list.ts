import { z } from 'zod';
import type { ProductList } from '../../connector.ts';
import { ask } from '../client/ask.ts';
import { protocolError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { pageOf } from './cursors.ts';
import { PRODUCT_IDS, PRODUCT_IDS_PER_PAGE } from './documents.ts';

const productsSchema = z.object({
  products: pageOf(z.object({ id: z.string() })),
});

/**
 * The shop's product list in GraphQL pages. A person is waiting, so it has priority over background reading.
 */
export function createProductList(client: GraphqlClient): ProductList {
  return {
    pageSize: PRODUCT_IDS_PER_PAGE,
    async readPage(after, { signal }) {
      const asking = { client, signal, priority: 'person' } as const;
      const { nodes, pageInfo } = (await ask(asking, PRODUCT_IDS, productsSchema, { after })).products;
      if (pageInfo.hasNextPage && (pageInfo.endCursor === null || pageInfo.endCursor === after)) {
        throw protocolError('a page that claims to have a next one and does not say where', client.context());
      }
      return { products: nodes.length, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
    },
  };
}

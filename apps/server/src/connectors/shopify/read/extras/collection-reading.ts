import { BY_RULES, type Memberships } from '@storefleet/contract/attributes/memberships';
import { z } from 'zod';
import type { SourceCollection } from '../../../connector.ts';
import { type Asking, ask } from '../../client/ask.ts';
import type { Operation } from '../../client/graphql-client.ts';
import { IDS_PER_QUERY, inParts } from '../../client/in-parts.ts';
import { nodesOf, pageOf } from '../cursors.ts';
import type { ExtraReader } from '../extras.ts';

/** Which collections hold a product, read beside the products. */

/** Shopify's longest page. */
const PER_PAGE = 250;

/**
 * A search distinguishes manual from rule-based collections: `Collection.ruleSet` is deprecated since 2026-07,
 * and its replacement `sources` does not exist before. Whatever is not found as custom counts as rule-based.
 */
const COLLECTIONS: Operation = {
  expectedCost: 13,
  document: `query Collections($query: String, $after: String) {
    collections(first: ${PER_PAGE}, query: $query, after: $after, sortKey: ID) {
      nodes { id handle title } pageInfo { hasNextPage endCursor }
    }
  }`,
};
const MANUAL = 'collection_type:custom';

/** As many as 250 products by their ids, which is charged as one. */
const PRODUCT_COLLECTIONS: Operation = {
  expectedCost: 14,
  document: `query ProductCollections($ids: [ID!]!, $after: String) {
    nodes(ids: $ids) {
      id
      ... on Product {
        collections(first: ${PER_PAGE}, after: $after) { nodes { id handle } pageInfo { hasNextPage endCursor } }
      }
    }
  }`,
};

const collectionsSchema = z.object({
  collections: pageOf(z.object({ id: z.string(), handle: z.string(), title: z.string() })),
});
const productsSchema = z.object({
  nodes: z.array(
    z
      .object({
        id: z.string(),
        collections: pageOf(z.object({ id: z.string(), handle: z.string() })),
      })
      .nullable(),
  ),
});

export function createCollectionReader(asking: Asking): ExtraReader {
  let manual: ReadonlySet<string> | null = null;
  return {
    async read(products) {
      const collections = manual === null ? await listCollections(asking) : undefined;
      manual ??= new Set(collections?.filter(({ isManual }) => isManual).map(({ sourceId }) => sourceId));
      const ids = products.map(({ sourceId }) => sourceId);
      const memberships = await membershipsOf(asking, ids, manual);
      return {
        collections,
        products: products.map((product) => ({
          ...product,
          collections: memberships.get(product.sourceId),
        })),
      };
    },
    notice: () => null,
  };
}

async function listCollections(asking: Asking): Promise<SourceCollection[]> {
  const list = (query: string | null) => {
    const page = async (after: string | null) =>
      (await ask(asking, COLLECTIONS, collectionsSchema, { query, after })).collections;
    return Array.fromAsync(nodesOf(asking.client, page));
  };
  const custom = new Set((await list(MANUAL)).map(({ id }) => id));
  return (await list(null)).map(({ id, ...rest }) => ({ sourceId: id, ...rest, isManual: custom.has(id) }));
}

async function membershipsOf(
  asking: Asking,
  ids: readonly string[],
  manual: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Memberships>> {
  const found = new Map<string, Record<string, string>>();
  const readPage = async (within: Asking, of: readonly string[], after: string | null) => {
    const { nodes } = await ask(within, PRODUCT_COLLECTIONS, productsSchema, { ids: of, after });
    for (const node of nodes) {
      if (node === null) continue;
      const own = found.get(node.id) ?? {};
      found.set(node.id, own);
      for (const { id, handle } of node.collections.nodes) own[handle] = manual.has(id) ? 'true' : BY_RULES;
      const { hasNextPage, endCursor } = node.collections.pageInfo;
      if (hasNextPage) await readPage(within, [node.id], endCursor);
    }
  };
  await inParts(ids, IDS_PER_QUERY, asking.signal, (part, signal) =>
    readPage({ ...asking, signal }, part, null),
  );
  return found;
}

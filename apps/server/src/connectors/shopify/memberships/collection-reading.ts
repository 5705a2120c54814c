import { BY_RULES, type Memberships } from '@storefleet/contract/attributes/memberships';
import { z } from 'zod';
import type { SourceCollection } from '../../connector.ts';
import { fromGraphqlErrors } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { followCursors, pageInfoSchema } from '../read/cursors.ts';
import type { ExtraOptions, ExtraReader } from '../read/extras.ts';

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
const IDS_PER_READ = 250;

const collectionsSchema = z.object({
  collections: z.object({
    nodes: z.array(z.object({ id: z.string(), handle: z.string(), title: z.string() })),
    pageInfo: pageInfoSchema,
  }),
});
const productsSchema = z.object({
  nodes: z.array(
    z
      .object({
        id: z.string(),
        collections: z.object({
          nodes: z.array(z.object({ id: z.string(), handle: z.string() })),
          pageInfo: pageInfoSchema,
        }),
      })
      .nullable(),
  ),
});

export function createCollectionReader(client: GraphqlClient, options: ExtraOptions): ExtraReader {
  let manual: ReadonlySet<string> | null = null;

  async function ask(operation: Operation, variables: Record<string, unknown>): Promise<unknown> {
    const { data, errors, requestId } = await client.request(operation, { ...options, variables });
    if (errors.length > 0) throw fromGraphqlErrors(errors, { ...client.context(), requestId });
    return data;
  }

  async function list(query: string | null) {
    const found = [];
    const nextCursor = followCursors(client);
    for (let after: string | null = null, isLast = false; !isLast; ) {
      const page = parse(collectionsSchema, await ask(COLLECTIONS, { query, after }), client).collections;
      found.push(...page.nodes);
      after = nextCursor(page.pageInfo);
      isLast = after === null;
    }
    return found;
  }

  async function listAll(): Promise<SourceCollection[]> {
    const custom = new Set((await list(MANUAL)).map(({ id }) => id));
    const all = (await list(null)).map(({ id, handle, title }) => ({
      sourceId: id,
      handle,
      title,
      isManual: custom.has(id),
    }));
    manual = custom;
    return all;
  }

  async function membershipsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Memberships>> {
    const found = new Map<string, Record<string, string>>();
    const readPage = async (of: readonly string[], after: string | null) => {
      const { nodes } = parse(productsSchema, await ask(PRODUCT_COLLECTIONS, { ids: of, after }), client);
      for (const node of nodes) {
        if (node === null) continue;
        const own = found.get(node.id) ?? {};
        found.set(node.id, own);
        for (const { id, handle } of node.collections.nodes)
          own[handle] = manual?.has(id) ? 'true' : BY_RULES;
        const { hasNextPage, endCursor } = node.collections.pageInfo;
        if (hasNextPage) await readPage([node.id], endCursor ?? null);
      }
    };
    for (let from = 0; from < ids.length; from += IDS_PER_READ) {
      await readPage(ids.slice(from, from + IDS_PER_READ), null);
    }
    return found;
  }

  return {
    async read(products) {
      const collections = manual === null ? await listAll() : undefined;
      const memberships = await membershipsOf(products.map(({ sourceId }) => sourceId));
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

import { publishedTo } from '@storefleet/contract/attributes/memberships';
import { z } from 'zod';
import type { SourceChannel, SourceProduct } from '../../connector.ts';
import { SourceError } from '../../source-error.ts';
import { fromGraphqlErrors } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { followCursors, pageInfoSchema } from '../read/cursors.ts';
import type { ExtraOptions, ExtraReader } from '../read/extras.ts';
import { membershipOf, selectMembership } from './membership-fields.ts';

/** To which sales channels a product is published, read beside the products. */

const CHANNELS_NOT_READABLE =
  'The token may not read sales channels. Give the app the scope read_publications, or switch sales channels off.';

/** Those of apps: the others belong to markets and companies. `Publication.name` is deprecated for the catalog's title. */
const CHANNELS: Operation = {
  expectedCost: 24,
  document: `query Channels($after: String) {
    publications(first: 250, after: $after, catalogType: APP) {
      nodes { id catalog { title } } pageInfo { hasNextPage endCursor }
    }
  }`,
};

/** A scalar for each channel, which costs nothing; products by their ids are charged as one. */
const productChannels = (channels: readonly SourceChannel[]): Operation => {
  const ids = new Map(channels.map(({ name, sourceId }) => [publishedTo(name), sourceId]));
  const fields = [...ids.keys()].map((channel) => selectMembership(channel, ids)).join(' ');
  return {
    expectedCost: 2,
    document: `query ProductChannels($ids: [ID!]!) {
      nodes(ids: $ids) { id ... on Product { ${fields} } }
    }`,
  };
};
const IDS_PER_READ = 250;

const channelsSchema = z.object({
  publications: z.object({
    nodes: z.array(z.object({ id: z.string(), catalog: z.object({ title: z.string() }).nullable() })),
    pageInfo: pageInfoSchema,
  }),
});
const productsSchema = z.object({ nodes: z.array(z.looseObject({ id: z.string() }).nullable()) });

/** Where the token may not read them, it brings nothing. */
export function createChannelReader(client: GraphqlClient, options: ExtraOptions): ExtraReader {
  let channels: readonly SourceChannel[] | null = null;
  let refused = false;

  async function ask(operation: Operation, variables: Record<string, unknown>): Promise<unknown> {
    const { data, errors, requestId } = await client.request(operation, { ...options, variables });
    if (errors.length > 0) throw fromGraphqlErrors(errors, { ...client.context(), requestId });
    return data;
  }

  /** Of two with one name the first. */
  async function list(): Promise<SourceChannel[]> {
    const found = new Map<string, SourceChannel>();
    const nextCursor = followCursors(client);
    for (let after: string | null = null, isLast = false; !isLast; ) {
      const { nodes, pageInfo } = parse(channelsSchema, await ask(CHANNELS, { after }), client).publications;
      for (const { id, catalog } of nodes) {
        if (catalog && !found.has(catalog.title)) {
          found.set(catalog.title, { sourceId: id, name: catalog.title });
        }
      }
      after = nextCursor(pageInfo);
      isLast = after === null;
    }
    return [...found.values()];
  }

  async function readOf(products: readonly SourceProduct[], known: readonly SourceChannel[]) {
    const found = new Map<string, Record<string, string>>();
    const ids = products.map(({ sourceId }) => sourceId);
    for (let from = 0; from < ids.length && known.length > 0; from += IDS_PER_READ) {
      const variables = { ids: ids.slice(from, from + IDS_PER_READ) };
      const { nodes } = parse(productsSchema, await ask(productChannels(known), variables), client);
      for (const node of nodes) {
        if (node === null) continue;
        const own = known.filter(({ name }) => membershipOf(node, publishedTo(name)) === 'true');
        found.set(node.id, Object.fromEntries(own.map(({ name }) => [name, 'true'])));
      }
    }
    return products.map((product) => ({ ...product, channels: found.get(product.sourceId) }));
  }

  return {
    async read(products) {
      if (refused) return {};
      try {
        const known = channels ?? (await list());
        const read = await readOf(products, known);
        const isFirst = channels === null;
        channels = known;
        return { products: read, ...(isFirst ? { channels: known } : {}) };
      } catch (error) {
        if (!(error instanceof SourceError) || error.kind !== 'scope_missing') throw error;
        refused = true;
        return {};
      }
    },
    notice: () => (refused ? CHANNELS_NOT_READABLE : null),
  };
}

import { publishedTo } from '@storefleet/contract/attributes/memberships';
import { z } from 'zod';
import type { SourceChannel, SourceProduct } from '../../../connector.ts';
import { type Asking, ask } from '../../client/ask.ts';
import type { Operation } from '../../client/graphql-client.ts';
import { IDS_PER_QUERY, inParts } from '../../client/in-parts.ts';
import { nodesOf, pageOf } from '../cursors.ts';
import { type ExtraReader, unlessRefused } from '../extras.ts';
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

const channelsSchema = z.object({
  publications: pageOf(z.object({ id: z.string(), catalog: z.object({ title: z.string() }).nullable() })),
});
const productsSchema = z.object({ nodes: z.array(z.looseObject({ id: z.string() }).nullable()) });

/** Where the token may not read them, it brings nothing. */
export function createChannelReader(asking: Asking): ExtraReader {
  let channels: readonly SourceChannel[] | null = null;
  return unlessRefused(CHANNELS_NOT_READABLE, async (products) => {
    const known = channels ?? (await listChannels(asking));
    const read = await withChannels(asking, products, known);
    const isFirst = channels === null;
    channels = known;
    return { products: read, ...(isFirst ? { channels: known } : {}) };
  });
}

/** Of two with one name the first. */
async function listChannels(asking: Asking): Promise<SourceChannel[]> {
  const found = new Map<string, SourceChannel>();
  const page = async (after: string | null) =>
    (await ask(asking, CHANNELS, channelsSchema, { after })).publications;
  for await (const { id, catalog } of nodesOf(asking.client, page)) {
    if (!catalog || found.has(catalog.title)) continue;
    found.set(catalog.title, { sourceId: id, name: catalog.title });
  }
  return [...found.values()];
}

async function withChannels(
  asking: Asking,
  products: readonly SourceProduct[],
  channels: readonly SourceChannel[],
): Promise<SourceProduct[]> {
  const found = new Map<string, Record<string, string>>();
  const ids = channels.length === 0 ? [] : products.map(({ sourceId }) => sourceId);
  await inParts(ids, IDS_PER_QUERY, asking.signal, async (part, signal) => {
    const asked = { ...asking, signal };
    const { nodes } = await ask(asked, productChannels(channels), productsSchema, { ids: part });
    for (const node of nodes) {
      if (node === null) continue;
      const own = channels.filter(({ name }) => membershipOf(node, publishedTo(name)) === 'true');
      found.set(node.id, Object.fromEntries(own.map(({ name }) => [name, 'true'])));
    }
  });
  return products.map((product) => ({ ...product, channels: found.get(product.sourceId) }));
}

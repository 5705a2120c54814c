import { altsAsText, orderOf } from '@storefleet/contract/attributes/images';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { SourceImage, SourceProduct } from '../../connector.ts';
import { fromGraphqlErrors } from '../client/errors.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import type { ExtraOptions, ExtraReader } from '../read/extras.ts';
import { type Json, objectOrEmpty, optionalText } from '../read/normalise.ts';

/** Reads all images, videos and 3D models of products. */

/** A product has no more: https://help.shopify.com/en/manual/products/product-media */
const MOST = 250;
/** Shopify's maximum of ids per query. */
const IDS_PER_READ = 250;

/** A query by ids is charged for the product with the most images, however many ids it has. */
const PRODUCT_IMAGES: Operation = {
  expectedCost: 15,
  document: `query ProductImages($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Product {
        media(first: ${MOST}) { nodes { id alt mediaContentType preview { image { url width height } } } }
      }
    }
  }`,
};

/** What an edit compares against. */
export const SELECT_IMAGES = `media(first: ${MOST}) { nodes { id alt } }`;

const mediaSchema = z.object({
  nodes: z.array(z.looseObject({ id: z.string(), alt: z.string().nullish() })),
});
const answerSchema = z.object({
  nodes: z.array(z.object({ id: z.string(), media: mediaSchema.optional() }).nullable()),
});

/** Null if the node does not include them. */
export function imageValuesIn(node: Json): AttributeValues | null {
  const { data } = mediaSchema.safeParse(node.media);
  if (data === undefined) return null;
  return {
    image_order: orderOf(data.nodes.map(({ id }) => id)),
    image_alts: altsAsText(Object.fromEntries(data.nodes.map(({ id, alt }) => [id, alt ?? '']))),
  };
}

const TYPES: Readonly<Record<string, SourceImage['type']>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  EXTERNAL_VIDEO: 'video',
  MODEL_3D: 'model',
};

function imageIn(node: Json): SourceImage {
  const { url, width, height } = objectOrEmpty(objectOrEmpty(node.preview).image);
  const pixels = (side: unknown) => (typeof side === 'number' ? side : null);
  return {
    id: String(node.id),
    type: TYPES[String(node.mediaContentType)] ?? 'other',
    // Accepts only addresses that a browser may load.
    url: typeof url === 'string' && /^https?:\/\//.test(url) ? optionalText(url) : null,
    width: pixels(width),
    height: pixels(height),
  };
}

export const createImageReader = (client: GraphqlClient, options: ExtraOptions): ExtraReader => ({
  read: async (products) => ({ products: await readImages(client, products, options) }),
  notice: () => null,
});

/** The products with their images; those deleted meanwhile stay as they are. */
async function readImages(
  client: GraphqlClient,
  products: readonly SourceProduct[],
  { signal, onWaiting }: ExtraOptions,
): Promise<SourceProduct[]> {
  const found = new Map<string, Json>();
  for (let start = 0; start < products.length; start += IDS_PER_READ) {
    const ids = products.slice(start, start + IDS_PER_READ).map(({ sourceId }) => sourceId);
    const { data, errors, requestId } = await client.request(PRODUCT_IMAGES, {
      variables: { ids },
      signal,
      onWaiting,
    });
    if (errors.length > 0) throw fromGraphqlErrors(errors, { ...client.context(), requestId });
    for (const node of parse(answerSchema, data, client).nodes) if (node !== null) found.set(node.id, node);
  }
  return products.map((product) => {
    const node = found.get(product.sourceId);
    const values = node && imageValuesIn(node);
    if (!values || !product.media) return product;
    const gallery = mediaSchema.parse(node?.media).nodes.map(imageIn);
    return { ...product, plain: { ...product.plain, ...values }, media: { ...product.media, gallery } };
  });
}

import { altsAsText, orderOf } from '@storefleet/contract/attributes/images';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import type { SourceImage, SourceProduct } from '../../../connector.ts';
import { type Asking, ask } from '../../client/ask.ts';
import type { Operation } from '../../client/graphql-client.ts';
import { IDS_PER_QUERY, inParts } from '../../client/in-parts.ts';
import type { ExtraReader } from '../extras.ts';
import { type Json, objectOrEmpty, optionalText } from '../normalise.ts';

/** Reads all images, videos and 3D models of products. */

/** A product has no more: https://help.shopify.com/en/manual/products/product-media */
const MOST = 250;

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

export const createImageReader = (asking: Asking): ExtraReader => ({
  read: async (products) => ({ products: await readImages(asking, products) }),
  notice: () => null,
});

/** The products with their images; those deleted meanwhile stay as they are. */
async function readImages(asking: Asking, products: readonly SourceProduct[]): Promise<SourceProduct[]> {
  const found = new Map<string, Json>();
  const all = products.map(({ sourceId }) => sourceId);
  await inParts(all, IDS_PER_QUERY, asking.signal, async (ids, signal) => {
    const { nodes } = await ask({ ...asking, signal }, PRODUCT_IMAGES, answerSchema, { ids });
    for (const node of nodes) if (node !== null) found.set(node.id, node);
  });
  return products.map((product) => {
    const node = found.get(product.sourceId);
    const values = node && imageValuesIn(node);
    if (!values || !product.media) return product;
    const gallery = mediaSchema.parse(node?.media).nodes.map(imageIn);
    return { ...product, plain: { ...product.plain, ...values }, media: { ...product.media, gallery } };
  });
}

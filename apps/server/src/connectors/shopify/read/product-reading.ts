import { z } from 'zod';
import { IDS_PER_READING, type ProductsReading, type SourceProduct } from '../../connector.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { nodesOf, pageOf } from './cursors.ts';
import { PRODUCTS_OF_INVENTORY_ITEMS, productsByIds } from './documents.ts';
import type { ShopReading } from './extras/metafields.ts';
import { createProductReader, type ProductReader, productSchema } from './paged-catalogue.ts';

/** Reads the products that a webhook reported, by product id or inventory item id. */

const INVENTORY_ITEM = 'gid://shopify/InventoryItem/';

const productsSchema = z.object({ nodes: z.array(productSchema.nullable()) });
const variantsSchema = pageOf(z.object({ product: z.object({ id: z.string() }) }));
const itemsSchema = z.object({ nodes: z.array(z.object({ variants: variantsSchema.nullish() }).nullable()) });

export async function readProducts(
  client: GraphqlClient,
  ids: readonly string[],
  control: Pick<ShopReading, 'signal' | 'onWaiting' | 'metafields' | 'descriptions'>,
): Promise<ProductsReading> {
  const reader = createProductReader(client, control);
  const isItem = (id: string) => id.startsWith(INVENTORY_ITEM);
  const ofItems = await readProductsOfItems(client, reader, ids.filter(isItem));
  const productsOf = new Map(ids.map((id) => [id, isItem(id) ? (ofItems.productIds.get(id) ?? []) : [id]]));
  const wanted = [...new Set([...productsOf.values()].flat())];

  const products: SourceProduct[] = [];
  let readAt = ofItems.readAt;
  for (let start = 0; start < wanted.length; start += IDS_PER_READING) {
    const part = wanted.slice(start, start + IDS_PER_READING);
    const { data, sentAt } = await reader.ask(productsByIds, { ids: part });
    if (start === 0) readAt = sentAt;
    for (const node of parse(productsSchema, data, client).nodes) {
      if (node !== null) products.push(await reader.complete(node));
    }
  }
  const found = new Set(products.map((product) => product.sourceId));
  const productIds = new Map([...productsOf].map(([id, own]) => [id, own.filter((each) => found.has(each))]));
  return { products, productIds, goneIds: wanted.filter((id) => !found.has(id)), readAt };
}

/** An item usually belongs to one variant, but several may share it, also across products. */
async function readProductsOfItems(
  client: GraphqlClient,
  reader: ProductReader,
  items: readonly string[],
): Promise<{ productIds: ReadonlyMap<string, string[]>; readAt: Date }> {
  const productIds = new Map<string, string[]>();
  // Nothing is requested then, so the time does not matter.
  if (items.length === 0) return { productIds, readAt: new Date(0) };
  const ask = async (ids: readonly string[], after: string | null) => {
    const { data, sentAt } = await reader.ask(() => PRODUCTS_OF_INVENTORY_ITEMS, { ids, after });
    return { nodes: parse(itemsSchema, data, client).nodes, sentAt };
  };
  const { nodes, sentAt } = await ask(items, null);
  for (const [index, item] of items.entries()) {
    const page = async (after: string | null) =>
      (after === null ? nodes[index] : (await ask([item], after)).nodes[0])?.variants;
    const own = await Array.fromAsync(nodesOf(client, page), ({ product }) => product.id);
    productIds.set(item, [...new Set(own)]);
  }
  return { productIds, readAt: sentAt };
}

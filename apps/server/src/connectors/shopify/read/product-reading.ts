import { z } from 'zod';
import type { ProductsReading, SourceProduct } from '../../connector.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { parse } from '../client/parse.ts';
import { PRODUCTS_OF_INVENTORY_ITEMS, productsByIds } from './documents.ts';
import { createProductReader, productSchema } from './paged-catalogue.ts';

/** Reading single products that the shop told of, by their ids or by those of their inventory items. */

const INVENTORY_ITEM = 'gid://shopify/InventoryItem/';

const productsSchema = z.object({ nodes: z.array(productSchema.nullable()) });
const itemsSchema = z.object({
  nodes: z.array(
    z
      .object({
        variants: z.object({ nodes: z.array(z.object({ product: z.object({ id: z.string() }) })) }).nullish(),
      })
      .nullable(),
  ),
});

export async function readProducts(
  client: GraphqlClient,
  ids: readonly string[],
  { signal }: { signal: AbortSignal },
): Promise<ProductsReading> {
  const reader = createProductReader(client, { signal });
  const isItem = (id: string) => id.startsWith(INVENTORY_ITEM);
  const productIds = new Map<string, string | null>(ids.map((id) => [id, isItem(id) ? null : id]));
  const items = ids.filter(isItem);
  const answer =
    items.length > 0 ? await reader.ask(() => PRODUCTS_OF_INVENTORY_ITEMS, { ids: items }) : null;
  if (answer !== null) {
    for (const [index, node] of parse(itemsSchema, answer.data, client).nodes.entries()) {
      productIds.set(items[index] ?? '', node?.variants?.nodes[0]?.product.id ?? null);
    }
  }
  const wanted = [...new Set([...productIds.values()].filter((id) => id !== null))];
  if (wanted.length === 0 && answer !== null)
    return { products: [], productIds, goneIds: [], readAt: answer.sentAt };

  const { data, sentAt } = await reader.ask(productsByIds, { ids: wanted });
  const products: SourceProduct[] = [];
  for (const node of parse(productsSchema, data, client).nodes) {
    if (node !== null) products.push(await reader.complete(node));
  }
  const found = new Set(products.map((product) => product.sourceId));
  for (const [id, productId] of productIds) {
    if (productId !== null && !found.has(productId)) productIds.set(id, null);
  }
  const goneIds = wanted.filter((id) => !found.has(id));
  return { products, productIds, goneIds, readAt: sentAt };
}

import {
  attributesOnList,
  compareAtOnList,
  type PriceList,
  priceOnList,
} from '@storefleet/contract/attributes/list-prices';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import { type Asking, ask } from '../../client/ask.ts';
import type { Operation } from '../../client/graphql-client.ts';
import { nodesOf, pageOf } from '../cursors.ts';
import { money } from '../normalise.ts';

/** The fixed prices of products or variants on one price list: the others follow from the list's adjustment. */

const PER_PAGE = 250;

/** Charged by what it finds: 3 points for nothing, 25 for a page (recorded: 3, and 5 for one price). */
const FIXED_PRICES: Operation = {
  expectedCost: 25,
  document: `query FixedPrices($id: ID!, $query: String!, $after: String) {
    priceList(id: $id) {
      prices(first: ${PER_PAGE}, after: $after, originType: FIXED, query: $query) {
        nodes { price { amount } compareAtPrice { amount } variant { id } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`,
};

const amountSchema = z.object({ amount: z.string() });
export const fixedPriceSchema = z.object({
  price: amountSchema,
  compareAtPrice: amountSchema.nullish(),
  variant: z.object({ id: z.string() }),
});
const answerSchema = z.object({
  priceList: z.object({ prices: pageOf(fixedPriceSchema) }).nullable(),
});

/** Joined by OR; how long a search may be is not documented. */
const TERMS_PER_READ = 50;
const FIELDS = { Product: 'product_id', ProductVariant: 'variant_id' };

/** By the variant's id, of these products or variants. A list that is gone has none. */
export async function readFixedPrices(
  asking: Asking,
  list: PriceList,
  of: { readonly kind: keyof typeof FIELDS; readonly ids: readonly string[] },
): Promise<Map<string, AttributeValues>> {
  const found = new Map<string, AttributeValues>();
  for (let from = 0; from < of.ids.length; from += TERMS_PER_READ) {
    const terms = of.ids.slice(from, from + TERMS_PER_READ);
    const query = terms.map((id) => `${FIELDS[of.kind]}:${id.slice(id.lastIndexOf('/') + 1)}`).join(' OR ');
    const page = async (after: string | null) =>
      (await ask(asking, FIXED_PRICES, answerSchema, { id: list.id, query, after })).priceList?.prices;
    for await (const node of nodesOf(asking.client, page))
      found.set(node.variant.id, valuesOn(list.name, node));
  }
  return found;
}

/** Of a variant without a fixed price. */
export const noPrices = (list: string): AttributeValues =>
  Object.fromEntries(attributesOnList(list).map((attribute) => [attribute, null]));

export const valuesOn = (
  list: string,
  { price, compareAtPrice, variant }: z.output<typeof fixedPriceSchema>,
): AttributeValues => ({
  [priceOnList(list)]: money(price.amount, variant.id),
  [compareAtOnList(list)]: money(compareAtPrice?.amount, variant.id),
});

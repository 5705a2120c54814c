import { SEARCH_TYPES, type SearchType } from '@storefleet/contract/catalogue/catalogue-constants';
import type { SearchResultItem } from '@storefleet/contract/catalogue/products/products';
import { z } from 'zod';

export const inStores = z.array(z.uuid()).optional().describe('Ids of stores; left out: all');

/** What is searched for, as every tool takes it. */
export const searchInput = {
  words: z.string().default('').describe('May be empty if there is a filter'),
  by: z.enum(SEARCH_TYPES).default('name').describe('What the words are'),
  filter: z
    .string()
    .optional()
    .describe('Such as vendor:"Quarry Lane" price:<10 -tag:clearance stock:0 no:barcode is:below-cost'),
  store_ids: inStores,
};

type SearchInput = {
  words: string;
  by: SearchType;
  filter?: string | undefined;
  store_ids?: string[] | undefined;
};

/** The same in the words of the API. */
export function searchOf({ words, by, filter, store_ids }: SearchInput) {
  return {
    query: words,
    type: by,
    ...(filter === undefined ? {} : { filter }),
    ...(store_ids === undefined ? {} : { store_ids: store_ids.join(',') }),
  };
}

export function productLine({ product, store_name, store_currency }: SearchResultItem) {
  const { id, store_id, title, vendor, product_type, status, tags, variants } = product;
  return {
    product_id: id,
    store_id,
    store_name,
    store_currency,
    title,
    vendor,
    product_type,
    status,
    tags,
    variants: variants.map((variant) => ({
      variant_id: variant.id,
      variant_title: variant.title,
      sku: variant.sku,
      barcode: variant.barcode,
      price: variant.price,
      cost: variant.cost,
      compare_at_price: variant.compare_at_price,
      stock: variant.inventory_quantity,
    })),
  };
}

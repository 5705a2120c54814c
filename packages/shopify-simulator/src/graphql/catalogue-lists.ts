import type { Catalogue, VariantInProduct } from '../catalogue/catalogue.ts';
import { type Product, productStatuses } from '../catalogue/model.ts';
import {
  type ConnectionArguments,
  type CursorValue,
  type OrderedList,
  paginate,
  sortedList,
} from './connection.ts';
import type { Arguments, Context, FieldInfo } from './context.ts';
import { NotModelled } from './errors.ts';
import type { InventoryItem } from './product-fields.ts';
import { type CompiledSearch, compileSearch, type SearchFields } from './search.ts';

const notModelled = { kind: 'not_modelled' } as const;
const statuses = productStatuses.map((status) => status.toLowerCase());

export const productSearch: SearchFields<Product> = {
  words: ({ title, vendor, productType, tags, variants }) => [
    title,
    vendor,
    productType,
    ...tags,
    ...variants.flatMap((variant) => [variant.sku, variant.barcode]),
  ],
  fields: {
    barcode: { kind: 'keyword', of: ({ variants }) => variants.map((variant) => variant.barcode) },
    created_at: { kind: 'date', of: ({ createdAt }) => createdAt },
    handle: { kind: 'keyword', of: ({ handle }) => [handle] },
    id: { kind: 'number', of: ({ id }) => [id] },
    inventory_total: {
      kind: 'number',
      of: ({ variants }) => [variants.reduce((total, variant) => total + variant.inventoryQuantity, 0)],
    },
    price: { kind: 'number', of: ({ variants }) => variants.map((variant) => Number(variant.price)) },
    product_type: { kind: 'keyword', of: ({ productType }) => [productType] },
    sku: { kind: 'keyword', of: ({ variants }) => variants.map((variant) => variant.sku) },
    status: { kind: 'choice', values: statuses, of: ({ status }) => status.toLowerCase() },
    tag: { kind: 'keyword', of: ({ tags }) => tags },
    title: { kind: 'text', of: ({ title }) => [title] },
    updated_at: { kind: 'date', of: ({ updatedAt }) => updatedAt },
    variant_id: { kind: 'number', of: ({ variants }) => variants.map((variant) => variant.id) },
    variant_title: { kind: 'text', of: ({ variants }) => variants.map((variant) => variant.title) },
    vendor: { kind: 'keyword', of: ({ vendor }) => [vendor] },
    collection_id: notModelled,
    gift_card: notModelled,
    published_status: notModelled,
    tag_not: notModelled,
  },
};

export const variantSearch: SearchFields<VariantInProduct> = {
  words: ({ product, variant }) => [
    product.title,
    variant.title,
    variant.sku,
    variant.barcode,
    product.vendor,
  ],
  fields: {
    barcode: { kind: 'keyword', of: ({ variant }) => [variant.barcode] },
    id: { kind: 'number', of: ({ variant }) => [variant.id] },
    inventory_quantity: { kind: 'number', of: ({ variant }) => [variant.inventoryQuantity] },
    option1: { kind: 'keyword', of: ({ variant }) => variant.optionValues.slice(0, 1) },
    option2: { kind: 'keyword', of: ({ variant }) => variant.optionValues.slice(1, 2) },
    option3: { kind: 'keyword', of: ({ variant }) => variant.optionValues.slice(2, 3) },
    product_id: { kind: 'number', of: ({ product }) => [product.id] },
    product_ids: { kind: 'number', of: ({ product }) => [product.id] },
    product_status: { kind: 'choice', values: statuses, of: ({ product }) => product.status.toLowerCase() },
    product_type: { kind: 'keyword', of: ({ product }) => [product.productType] },
    sku: { kind: 'keyword', of: ({ variant }) => [variant.sku] },
    tag: { kind: 'keyword', of: ({ product }) => product.tags },
    title: { kind: 'text', of: ({ product, variant }) => [`${product.title} ${variant.title}`] },
    updated_at: { kind: 'date', of: ({ variant }) => variant.updatedAt },
    vendor: { kind: 'keyword', of: ({ product }) => [product.vendor] },
    gift_card: notModelled,
    location_id: notModelled,
    managed: notModelled,
    taxable: notModelled,
  },
};

export const inventoryItemSearch: SearchFields<InventoryItem> = {
  words: ({ item }) => [item.variant.sku],
  fields: {
    created_at: { kind: 'date', of: ({ item }) => item.variant.createdAt },
    id: { kind: 'number', of: ({ item }) => [item.variant.inventoryItemId] },
    sku: { kind: 'keyword', of: ({ item }) => [item.variant.sku] },
    updated_at: { kind: 'date', of: ({ item }) => item.variant.inventoryItemUpdatedAt },
  },
};

const productSortValues: Record<string, (product: Product) => number | string> = {
  CREATED_AT: ({ createdAt }) => createdAt,
  PRODUCT_TYPE: ({ productType }) => productType,
  PUBLISHED_AT: ({ publishedAt }) => publishedAt ?? 0,
  TITLE: ({ title }) => title,
  UPDATED_AT: ({ updatedAt }) => updatedAt,
  VENDOR: ({ vendor }) => vendor,
};

const variantSortValues: Record<string, (node: VariantInProduct) => number | string> = {
  INVENTORY_QUANTITY: ({ variant }) => variant.inventoryQuantity,
  SKU: ({ variant }) => variant.sku ?? '',
  TITLE: ({ variant }) => variant.title,
};

function productList(args: Arguments, context: Context, info: FieldInfo): OrderedList<Product> {
  if (typeof args.savedSearchId === 'string') throw new NotModelled('saved searches');
  const { catalogue } = context.shop;
  const list = byId(
    (direction, from) => catalogue.products(direction, from),
    ({ id }) => id,
  );
  const idOf = ({ id }: Product) => id;
  const sorted = sortedBy(args, catalogue, list, productSortValues, idOf, (id) => catalogue.product(id));
  return searched(sorted, args, productSearch, context, info);
}

function variantList(args: Arguments, context: Context, info: FieldInfo): OrderedList<VariantInProduct> {
  const { catalogue } = context.shop;
  const idOf = ({ variant }: VariantInProduct) => variant.id;
  const list = byId((direction, from) => catalogue.variants(direction, from), idOf);
  const sorted = sortedBy(args, catalogue, list, variantSortValues, idOf, (id) => catalogue.variant(id));
  return searched(sorted, args, variantSearch, context, info);
}

function inventoryItemList(args: Arguments, context: Context, info: FieldInfo): OrderedList<InventoryItem> {
  const { catalogue } = context.shop;
  const list: OrderedList<InventoryItem> = {
    cursor: ({ item }) => ({
      last_id: item.variant.inventoryItemId,
      last_value: item.variant.inventoryItemId,
    }),
    *iterate(direction, from) {
      const variant = from === null ? null : catalogue.variantIdOfItem(from.last_id);
      for (const item of catalogue.variants(direction, variant)) yield { item };
    },
  };
  return searched(list, args, inventoryItemSearch, context, info);
}

export function products(args: Arguments, context: Context, info: FieldInfo) {
  return paginate(productList(args, context, info), args as ConnectionArguments);
}

export function productVariants(args: Arguments, context: Context, info: FieldInfo) {
  return paginate(variantList(args, context, info), args as ConnectionArguments);
}

export function inventoryItems(args: Arguments, context: Context, info: FieldInfo) {
  return paginate(inventoryItemList(args, context, info), args as ConnectionArguments);
}

/** All nodes of a root connection, as a bulk query reads them: `first` and `after` are ignored there (section 8.2). */
export function allNodes(args: Arguments, context: Context, info: FieldInfo): Iterable<unknown> {
  const direction = args.reverse === true ? 'backward' : 'forward';
  switch (info.fieldName) {
    case 'products':
      return productList(args, context, info).iterate(direction, null);
    case 'productVariants':
      return variantList(args, context, info).iterate(direction, null);
    case 'inventoryItems':
      return inventoryItemList(args, context, info).iterate(direction, null);
    default:
      throw new NotModelled(`\`${info.fieldName}\` in a bulk query`);
  }
}

/** Counting stops at `limit`; without arguments Shopify counted exactly beyond the nominal default (section 6.5). */
export function countProducts(args: Arguments, context: Context, info: FieldInfo) {
  const { catalogue } = context.shop;
  const search = compiled(args, productSearch, context, info);
  let count = catalogue.productCount;
  if (search !== null) {
    count = 0;
    for (const product of catalogue.products()) if (search.matches(product)) count += 1;
  }
  return limited(count, search === null && args.limit === DEFAULT_COUNT_LIMIT ? null : args.limit);
}

export function countVariants(args: Arguments, context: Context) {
  if (typeof args.query === 'string' && args.query !== '') {
    throw new NotModelled('a query on productVariantsCount');
  }
  return limited(context.shop.catalogue.variantCount, args.limit === DEFAULT_COUNT_LIMIT ? null : args.limit);
}

const DEFAULT_COUNT_LIMIT = 10_000;

function limited(count: number, limit: unknown) {
  return typeof limit === 'number' && count > limit
    ? { count: limit, precision: 'AT_LEAST' }
    : { count, precision: 'EXACT' };
}

function byId<Node>(
  iterate: (direction: 'forward' | 'backward', from: number | null) => Iterable<Node>,
  idOf: (node: Node) => number,
): OrderedList<Node> {
  return {
    cursor: (node) => ({ last_id: idOf(node), last_value: idOf(node) }),
    iterate: (direction, from) => iterate(direction, from?.last_id ?? null),
  };
}

type SortIndex = { revision: number; list: OrderedList<CursorValue> };
const sortIndexes = new WeakMap<Catalogue, Map<string, SortIndex>>();

/** Orders other than by id are indexed once for each revision of the catalogue: only keys and ids are held. */
function sortedBy<Node>(
  args: Arguments,
  catalogue: Catalogue,
  list: OrderedList<Node>,
  sortValues: Record<string, (node: Node) => number | string>,
  idOf: (node: Node) => number,
  lookUp: (id: number) => Node | null,
): OrderedList<Node> {
  const key = String(args.sortKey ?? 'ID');
  if (key === 'ID' || key === 'RELEVANCE') return list;
  const value = sortValues[key];
  if (value === undefined) throw new NotModelled(`the sort key ${key}`);
  const cursor = (node: Node): CursorValue => ({ last_id: idOf(node), last_value: value(node) });
  const indexes = sortIndexes.get(catalogue) ?? new Map<string, SortIndex>();
  sortIndexes.set(catalogue, indexes);
  let index = indexes.get(key);
  if (index?.revision !== catalogue.revision) {
    const cursors = Array.from(list.iterate('forward', null), cursor);
    index = {
      revision: catalogue.revision,
      list: sortedList(cursors, ({ last_id, last_value }) => ({ id: last_id, value: last_value })),
    };
    indexes.set(key, index);
  }
  const { list: order } = index;
  return {
    cursor,
    *iterate(direction, from) {
      for (const { last_id } of order.iterate(direction, from)) {
        const node = lookUp(last_id);
        if (node !== null) yield node;
      }
    },
  };
}

function searched<Node>(
  list: OrderedList<Node>,
  args: Arguments,
  searchable: SearchFields<Node>,
  context: Context,
  info: FieldInfo,
): OrderedList<Node> {
  const search = compiled(args, searchable, context, info);
  return search === null ? list : filtered(list, search.matches);
}

export function filtered<Node>(list: OrderedList<Node>, matches: (node: Node) => boolean): OrderedList<Node> {
  return {
    cursor: list.cursor,
    *iterate(direction, from) {
      for (const node of list.iterate(direction, from)) if (matches(node)) yield node;
    },
  };
}

/** Reports a search whose text gave warnings (section 6.6). */
function compiled<Node>(
  args: Arguments,
  searchable: SearchFields<Node>,
  context: Context,
  info: FieldInfo,
): CompiledSearch<Node> | null {
  if (typeof args.query !== 'string') return null;
  const search = compileSearch(args.query, searchable);
  if (search !== null && search.warnings.length > 0) {
    const { parsed, warnings } = search;
    context.searches.push({ path: info.path, query: args.query, parsed, warnings });
  }
  return search;
}

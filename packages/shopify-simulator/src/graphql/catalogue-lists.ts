import { type Catalogue, type VariantInProduct, variantsOf } from '../catalogue/catalogue.ts';
import type { Product } from '../catalogue/model.ts';
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
import { inventoryItemSearch, productSearch, variantSearch } from './search-fields.ts';

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
  return searched(sorted, args, productSearch, context, info, (product) => catalogue.asIndexed(product));
}

function variantList(args: Arguments, context: Context, info: FieldInfo): OrderedList<VariantInProduct> {
  const { catalogue } = context.shop;
  const idOf = ({ variant }: VariantInProduct) => variant.id;
  const list = byId((direction, from) => catalogue.variants(direction, from), idOf);
  const sorted = sortedBy(args, catalogue, list, variantSortValues, idOf, (id) => catalogue.variant(id));
  return searched(sorted, args, variantSearch, context, info, (node) => indexedVariant(catalogue, node));
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
  return searched(list, args, inventoryItemSearch, context, info, ({ item }) => {
    const indexed = indexedVariant(catalogue, item);
    return indexed === null ? null : { item: indexed };
  });
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

/** All nodes of a root connection, as a bulk query reads them: `first` and `after` are ignored there. */
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

/** Counting stops at `limit`; without arguments Shopify counted exactly beyond the nominal default. */
export function countProducts(args: Arguments, context: Context, info: FieldInfo) {
  const { catalogue } = context.shop;
  const search = compiled(args, productSearch, context, info);
  let count = catalogue.productCount;
  if (search !== null) {
    count = 0;
    for (const product of catalogue.products()) if (matchesIndexed(search, catalogue, product)) count += 1;
  }
  return limited(count, search === null && args.limit === DEFAULT_COUNT_LIMIT ? null : args.limit);
}

/** Supports no search fields: whatever is asked is ignored with a warning. */
export function countVariants(args: Arguments, context: Context, info: FieldInfo) {
  compiled(args, nothingSearchable, context, info);
  return limited(context.shop.catalogue.variantCount, args.limit === DEFAULT_COUNT_LIMIT ? null : args.limit);
}

const nothingSearchable: SearchFields<never> = { fields: {}, words: () => [] };
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
  asIndexed: (node: Node) => Node | null,
): OrderedList<Node> {
  const search = compiled(args, searchable, context, info);
  if (search === null) return list;
  return filtered(list, (node) => {
    const indexed = asIndexed(node);
    return indexed !== null && search.matches(indexed);
  });
}

function matchesIndexed(search: CompiledSearch<Product>, catalogue: Catalogue, product: Product): boolean {
  const indexed = catalogue.asIndexed(product);
  return indexed !== null && search.matches(indexed);
}

function indexedVariant(catalogue: Catalogue, node: VariantInProduct): VariantInProduct | null {
  const product = catalogue.asIndexed(node.product);
  if (product === null || product === node.product) return product && node;
  return variantsOf(product).find(({ variant }) => variant.id === node.variant.id) ?? null;
}

export function filtered<Node>(list: OrderedList<Node>, matches: (node: Node) => boolean): OrderedList<Node> {
  return {
    cursor: list.cursor,
    *iterate(direction, from) {
      for (const node of list.iterate(direction, from)) if (matches(node)) yield node;
    },
  };
}

/** Reports a search whose text gave warnings. */
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

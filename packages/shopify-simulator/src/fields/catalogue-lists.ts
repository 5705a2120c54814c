import type { Catalogue, VariantInProduct } from '../catalogue/catalogue.ts';
import type { Product } from '../catalogue/model.ts';
import { SEEDED_AT } from '../catalogue/updates.ts';
import { type ConnectionArguments, type OrderedList, paginate, sortedList } from '../graphql/connection.ts';
import { badRequest, NotModelled } from '../graphql/errors.ts';
import type { Shop } from '../shop/shop.ts';
import type { Arguments, Context, FieldInfo } from './context.ts';

/** Lists come by id and unfiltered; other searches than by `updated_at`, and other orders, are refused. */
function refuseFilters({ query, savedSearchId, sortKey = 'ID', reverse }: Arguments): void {
  if (typeof query === 'string' || typeof savedSearchId === 'string') throw new NotModelled('searches');
  if (sortKey !== 'ID' || reverse === true) throw new NotModelled('another order than by id');
}

const productList = (catalogue: Catalogue): OrderedList<Product> =>
  byId(
    (from) => catalogue.products(from),
    ({ id }) => id,
  );

export function products(args: Arguments, { shop }: Context) {
  const { catalogue } = shop;
  if (typeof args.query === 'string') {
    const found = updatedSince(args.query, shop, catalogue.updates.products, (id) => catalogue.product(id));
    if (args.sortKey !== 'UPDATED_AT' || args.reverse === true)
      throw new NotModelled('this order of a search');
    return paginate(
      sortedList(found, (product) => ({
        id: product.id,
        value: catalogue.updates.products.get(product.id) ?? 0,
      })),
      args as ConnectionArguments,
    );
  }
  refuseFilters(args);
  return paginate(productList(catalogue), args as ConnectionArguments);
}

export function productVariants(args: Arguments, { shop }: Context) {
  const { catalogue } = shop;
  if (typeof args.query === 'string') {
    const found = updatedSince(args.query, shop, catalogue.updates.variants, (id) => catalogue.variant(id));
    return paginate(sortedById(found), args as ConnectionArguments);
  }
  refuseFilters(args);
  const list = byId(
    (from) => catalogue.variants(from),
    ({ variant }) => variant.id,
  );
  return paginate(list, args as ConnectionArguments);
}

/** Only supported as a search. */
export function inventoryItems(args: Arguments, { shop }: Context) {
  if (typeof args.query !== 'string') throw new NotModelled('QueryRoot.inventoryItems without a search');
  const { catalogue } = shop;
  const found = updatedSince(args.query, shop, catalogue.updates.items, (id) => {
    return catalogue.variantOfItem(id);
  });
  const page = paginate(sortedById(found), args as ConnectionArguments);
  return { ...page, nodes: page.nodes.map((item) => ({ item })) };
}

const sortedById = (found: readonly VariantInProduct[]) =>
  sortedList(found, ({ variant }) => ({ id: variant.id, value: variant.id }));

/**
 * The results of a search for `updated_at:>='…'`, with the index's lag. Dates are quoted, and seconds matter.
 * https://shopify.dev/docs/api/usage/search-syntax
 */
function updatedSince<Node>(
  query: string,
  shop: Shop,
  updates: ReadonlyMap<number, number>,
  find: (id: number) => Node | null,
): Node[] {
  const text = /^updated_at:>='([^']+)'$/.exec(query)?.[1];
  if (text === undefined) throw new NotModelled('searches');
  const since = Math.floor(Date.parse(text) / 1000) * 1000;
  if (Number.isNaN(since)) throw badRequest('Invalid timestamp for query filter `updated_at`.');
  if (since <= SEEDED_AT) throw new NotModelled('a search for what was never changed');
  const indexed = shop.now().getTime() - shop.searchLagMs;
  return [...updates].flatMap(([id, at]) => (at >= since && at <= indexed ? (find(id) ?? []) : []));
}

/** All nodes of a root connection for a bulk query, which ignores `first` and `after`. */
export function allNodes(args: Arguments, { shop }: Context, { fieldName }: FieldInfo): Iterable<unknown> {
  if (fieldName !== 'products') throw new NotModelled(`\`${fieldName}\` in a bulk query`);
  refuseFilters(args);
  return productList(shop.catalogue).iterate(null);
}

export function countProducts(args: Arguments, { shop }: Context) {
  return exactly(args, shop.catalogue.productCount);
}

export function countVariants(args: Arguments, { shop }: Context) {
  return exactly(args, shop.catalogue.variantCount);
}

/** `limit: null` counts all. */
function exactly({ query, limit }: Arguments, count: number) {
  if (typeof query === 'string' || limit !== null) throw new NotModelled('counts with a limit or a search');
  return { count, precision: 'EXACT' };
}

function byId<Node>(
  iterate: (from: number | null) => Iterable<Node>,
  idOf: (node: Node) => number,
): OrderedList<Node> {
  return {
    cursor: (node) => ({ last_id: idOf(node), last_value: idOf(node) }),
    iterate: (from) => iterate(from?.last_id ?? null),
  };
}

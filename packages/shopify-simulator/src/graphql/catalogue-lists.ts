import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Product } from '../catalogue/model.ts';
import { type ConnectionArguments, type OrderedList, paginate } from './connection.ts';
import type { Arguments, Context, FieldInfo } from './context.ts';
import { NotModelled } from './errors.ts';

/** Lists come by id and unfiltered; searches and other orders are refused. */
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
  refuseFilters(args);
  return paginate(productList(shop.catalogue), args as ConnectionArguments);
}

export function productVariants(args: Arguments, { shop }: Context) {
  refuseFilters(args);
  const list = byId(
    (from) => shop.catalogue.variants(from),
    ({ variant }) => variant.id,
  );
  return paginate(list, args as ConnectionArguments);
}

/** All nodes of a root connection, as a bulk query reads them: `first` and `after` are ignored there. */
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

/** `limit: null` counts to the end. */
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

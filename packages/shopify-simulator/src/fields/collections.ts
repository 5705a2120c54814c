import type { Collection } from '../catalogue/collections.ts';
import type { Product } from '../catalogue/model.ts';
import { type ConnectionArguments, paginate, sortedList } from '../graphql/connection.ts';
import { NotModelled } from '../graphql/errors.ts';
import { globalId, parseGlobalId } from '../text-forms.ts';
import type { Arguments, Context, Resolvers } from './context.ts';

export const collectionFields: Resolvers<Collection> = {
  id: ({ id }) => globalId('Collection', id),
  handle: ({ handle }) => handle,
  title: ({ title }) => title,
};

/** `collection_type` is `custom` or `smart` (schema 2026-10, the filters of `QueryRoot.collections`). */
export function collections({ query, ...args }: Arguments, { shop }: Context) {
  const all = shop.collections.all;
  const type = query == null ? null : /^collection_type:(custom|smart)$/.exec(String(query))?.[1];
  if (type === undefined) throw new NotModelled('this search for collections');
  return page(
    all.filter(({ tag }) => type === null || (type === 'smart') === (tag !== null)),
    args,
  );
}

export function collectionsOf(product: Product, { query, ...args }: Arguments, { shop }: Context) {
  if (query != null) throw new NotModelled('a search within the collections of a product');
  const all = shop.collections.all;
  return page(
    all.filter((collection) => shop.collections.holds(collection, product)),
    args,
  );
}

export function isInCollection(product: Product, { id }: Arguments, { shop }: Context): boolean {
  const collection = shop.collections.find(parseGlobalId(String(id))?.id ?? 0);
  return collection !== null && shop.collections.holds(collection, product);
}

function page(list: readonly Collection[], args: Arguments) {
  const { sortKey = 'ID', reverse, savedSearchId } = args;
  if (sortKey !== 'ID' || reverse === true || savedSearchId != null) {
    throw new NotModelled('another order of collections');
  }
  return paginate(
    sortedList(list, ({ id }) => ({ id, value: id })),
    args as ConnectionArguments,
  );
}

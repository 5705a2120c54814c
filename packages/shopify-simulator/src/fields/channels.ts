import type { Channel } from '../catalogue/channels.ts';
import type { Product } from '../catalogue/model.ts';
import { type ConnectionArguments, paginate, sortedList } from '../graphql/connection.ts';
import { NotModelled } from '../graphql/errors.ts';
import { globalId, parseGlobalId } from '../text-forms.ts';
import type { Arguments, Context, Resolvers } from './context.ts';

export const publicationFields: Resolvers<Channel> = {
  id: ({ id }) => globalId('Publication', id),
  name: ({ name }) => name,
  catalog: ({ id, name }) => ({ isCatalog: true, id: globalId('AppCatalog', id), title: name }),
};

/** Those of apps alone are modelled: markets and companies have none. */
export function publications({ catalogType, reverse, ...args }: Arguments, { shop }: Context) {
  if (catalogType !== 'APP' || reverse === true) throw new NotModelled('publications of other catalogs');
  return paginate(
    sortedList(shop.channels.all, ({ id }) => ({ id, value: id })),
    args as ConnectionArguments,
  );
}

/** `read_products` is enough for it, unlike for `publications`. */
export function isPublished(product: Product, { publicationId }: Arguments, { shop }: Context): boolean {
  const channel = shop.channels.find(parseGlobalId(String(publicationId))?.id ?? 0);
  return channel !== null && shop.channels.shows(channel, product);
}

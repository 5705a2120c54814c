import { type Category, parentOf, TAXONOMY } from '../catalogue/taxonomy.ts';
import { type ConnectionArguments, paginate, sortedList } from '../graphql/connection.ts';
import { NotModelled } from '../graphql/errors.ts';
import type { Arguments, Resolvers } from './context.ts';

const PREFIX = 'gid://shopify/TaxonomyCategory/';
const ALL = [...TAXONOMY.values()];

/** Null for an id that the taxonomy does not have. */
export const categoryOf = (gid: unknown): Category | null =>
  String(gid).startsWith(PREFIX) ? (TAXONOMY.get(String(gid).slice(PREFIX.length)) ?? null) : null;

export const categoryFields: Resolvers<Category> = {
  id: ({ id }) => PREFIX + id,
  fullName: ({ fullName }) => fullName,
  name: ({ fullName }) => fullName.split(' > ').at(-1),
  isArchived: () => false,
};

/**
 * Schema, `Taxonomy.categories`: "If a `search` argument is provided, then all categories that match the search query
 * globally are returned. […] If no arguments are provided, then all the top-level categories of the taxonomy are
 * returned." How a search matches is not documented: here every word is a part of the full name.
 */
function categories({ search, childrenOf, siblingsOf, descendantsOf, ...args }: Arguments) {
  if (siblingsOf != null || descendantsOf != null || (search != null && childrenOf != null)) {
    throw new NotModelled('this choice of categories');
  }
  const words = String(search ?? '')
    .toLowerCase()
    .split(/\s+/);
  const parent = childrenOf == null ? null : (categoryOf(childrenOf)?.id ?? '');
  const found = ALL.filter(({ id, fullName }) =>
    search == null ? parentOf(id) === parent : words.every((word) => fullName.toLowerCase().includes(word)),
  );
  return paginate(
    sortedList(found, (category) => ({ id: ALL.indexOf(category), value: ALL.indexOf(category) })),
    args as ConnectionArguments,
  );
}

export const taxonomyFields: Resolvers<unknown> = { categories: (_, args) => categories(args) };

import { categoryPath } from '@storefleet/contract/values/attribute-value';
import { z } from 'zod';
import { type Asking, ask } from '../client/ask.ts';
import type { GraphqlClient, Operation } from '../client/graphql-client.ts';
import { nodesOf, pageOf } from './cursors.ts';

/**
 * Shopify's standard product taxonomy, asked of the shop: which categories there are depends on the API version that it
 * serves. Products name theirs by the full name, which people and Shopify's files use; writes need its id.
 */

const FIELDS = 'nodes { id fullName isArchived } pageInfo { hasNextPage endCursor }';

/** Without a parent, the top level. */
const CHILDREN: Operation = {
  expectedCost: 14,
  document: `query CategoriesBelow($parent: ID, $after: String) {
    taxonomy { categories(first: 250, after: $after, childrenOf: $parent) { ${FIELDS} } }
  }`,
};

const SEARCH: Operation = {
  expectedCost: 10,
  document: `query CategoriesFound($search: String!) {
    taxonomy { categories(first: 50, search: $search) { ${FIELDS} } }
  }`,
};

const schema = z.object({
  taxonomy: z.object({
    categories: pageOf(z.object({ id: z.string(), fullName: z.string(), isArchived: z.boolean() })),
  }),
});

/** Full names that match, without archived categories; those of the top level if nothing is searched for. */
export async function searchCategories(asking: Asking, search: string): Promise<string[]> {
  const { taxonomy } =
    search === '' ? await ask(asking, CHILDREN, schema) : await ask(asking, SEARCH, schema, { search });
  return taxonomy.categories.nodes.filter(({ isArchived }) => !isArchived).map(({ fullName }) => fullName);
}

type Waiting = Omit<Asking, 'client'>;
type CategoryIds = (fullNames: Iterable<string>, options: Waiting) => Promise<Map<string, string>>;

/**
 * The ids of categories by their full names, without those that do not exist. Goes down the tree name by name, since how
 * a search matches is not documented; each level is asked for once.
 */
export function createCategoryIds(client: GraphqlClient): CategoryIds {
  const levels = new Map<string | null, ReadonlyMap<string, string>>();

  async function childrenOf(parent: string | null, options: Waiting) {
    const known = levels.get(parent);
    if (known !== undefined) return known;
    const of = parent === null ? {} : { parent };
    const page = async (after: string | null) =>
      (await ask({ ...options, client }, CHILDREN, schema, { ...of, after })).taxonomy.categories;
    const children = new Map<string, string>();
    for await (const { id, fullName } of nodesOf(client, page)) children.set(fullName, id);
    levels.set(parent, children);
    return children;
  }

  async function idOf(fullName: string, options: Waiting): Promise<string | null> {
    let id: string | null = null;
    const path = categoryPath(fullName);
    for (const depth of path.keys()) {
      const children = await childrenOf(id, options);
      id = children.get(path.slice(0, depth + 1).join(' > ')) ?? null;
      if (id === null) return null;
    }
    return id;
  }

  return async (fullNames, options) => {
    const found = new Map<string, string>();
    for (const fullName of new Set(fullNames)) {
      const id = await idOf(fullName, options);
      if (id !== null) found.set(fullName, id);
    }
    return found;
  };
}

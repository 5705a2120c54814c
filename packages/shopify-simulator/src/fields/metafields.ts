import {
  digestOf,
  type Metafield,
  type MetafieldDefinition,
  type MetafieldOwnerType,
} from '../catalogue/metafields.ts';
import { type ConnectionArguments, paginate, sortedList } from '../graphql/connection.ts';
import { NotModelled } from '../graphql/errors.ts';
import { globalId } from '../text-forms.ts';
import type { Arguments, Context, Resolvers } from './context.ts';

/** By namespace and key, as for an app without its own namespace. */
export function metafieldOf(
  ownerType: MetafieldOwnerType,
  ownerId: number,
  { namespace, key }: Arguments,
  { shop }: Context,
): Metafield | null {
  if (typeof namespace !== 'string') throw new NotModelled('the namespace that belongs to an app');
  return shop.metafields.get({ ownerType, ownerId, namespace, key: String(key) });
}

export const metafieldFields: Resolvers<Metafield> = {
  id: ({ metafieldId }) => globalId('Metafield', metafieldId),
  namespace: ({ namespace }) => namespace,
  key: ({ key }) => key,
  type: ({ type }) => type,
  value: ({ value }) => value,
  ownerType: ({ ownerType }) => ownerType,
  compareDigest: digestOf,
};

type NumberedDefinition = MetafieldDefinition & { readonly definitionId: number };

/** By id, which is the order of creation, by default. [REC metafield-definition-catalog-connection] */
export function metafieldDefinitions(args: Arguments, { shop }: Context) {
  const { ownerType, ...others } = args;
  const unmodelled = Object.entries(others).find(
    ([name, value]) =>
      !['first', 'after'].includes(name) &&
      !(name === 'sortKey' && value === 'ID') &&
      !(name === 'pinnedStatus' && value === 'ANY') &&
      !(name === 'reverse' && value === false),
  );
  if (unmodelled) throw new NotModelled(`QueryRoot.metafieldDefinitions(${unmodelled[0]}:)`);
  const own = shop.metafields.definitions.flatMap((definition, index): NumberedDefinition[] =>
    definition.ownerType === ownerType ? [{ ...definition, definitionId: index + 1 }] : [],
  );
  const list = sortedList(own, ({ definitionId }) => ({ id: definitionId, value: definitionId }));
  return paginate(list, args as ConnectionArguments);
}

export const metafieldDefinitionFields: Resolvers<NumberedDefinition> = {
  id: ({ definitionId }) => globalId('MetafieldDefinition', definitionId),
  namespace: ({ namespace }) => namespace,
  key: ({ key }) => key,
  name: ({ name }) => name,
  ownerType: ({ ownerType }) => ownerType,
  type: ({ type }) => ({ name: type }),
  validations: ({ validations = [] }) => validations,
  pinnedPosition: ({ pinnedPosition = null }) => pinnedPosition,
};

import { createHash } from 'node:crypto';
import {
  type CollectionAttribute,
  isCollection,
  type MembershipAttribute,
} from '@storefleet/contract/attributes/memberships';
import {
  type AttributeValue,
  type AttributeValues,
  attributesOf,
} from '@storefleet/contract/values/attribute-value';
import type { Json } from '../normalise.ts';

/** Whether a product is in a collection, or published to a channel, as it is asked and written. */

/** Shopify's ids of collections and publications. */
export type MembershipIds = ReadonlyMap<MembershipAttribute, string>;
export const NO_MEMBERSHIPS: MembershipIds = new Map();

/** The same attribute has the same alias in every document. */
const aliasOf = (attribute: MembershipAttribute) =>
  `c_${createHash('sha256').update(attribute).digest('hex').slice(0, 16)}`;

/** A scalar, which costs nothing. Nothing of what is not known any more. */
export function selectMembership(attribute: MembershipAttribute, ids: MembershipIds): string {
  const id = ids.get(attribute);
  if (id === undefined) return '';
  const field = isCollection(attribute) ? 'inCollection(id:' : 'publishedOnPublication(publicationId:';
  return `${aliasOf(attribute)}: ${field} ${JSON.stringify(id)})`;
}

/** Null of what was not asked for. */
export function membershipOf(node: Json, attribute: MembershipAttribute): AttributeValue {
  const isIn = node[aliasOf(attribute)];
  return typeof isIn === 'boolean' ? String(isIn) : null;
}

type Lists = { collectionsToJoin?: string[]; collectionsToLeave?: string[] };

/**
 * The part of `ProductUpdateInput` that joins and leaves collections; one that is not known is the refusal. The
 * mutations of a collection itself are deprecated, and would be a job to wait for.
 */
export function membershipInput(
  values: AttributeValues,
  ids: MembershipIds,
): { lists: Lists } | { unknown: CollectionAttribute } {
  const lists: Lists = {};
  for (const attribute of attributesOf(values).filter(isCollection)) {
    const id = ids.get(attribute);
    if (id === undefined) return { unknown: attribute };
    const list = values[attribute] === 'true' ? 'collectionsToJoin' : 'collectionsToLeave';
    lists[list] = [...(lists[list] ?? []), id];
  }
  return { lists };
}

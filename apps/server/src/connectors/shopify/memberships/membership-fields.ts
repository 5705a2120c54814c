import { createHash } from 'node:crypto';
import {
  handleOf,
  isMembership,
  type MembershipAttribute,
} from '@storefleet/contract/attributes/memberships';
import {
  type AttributeValue,
  type AttributeValues,
  attributesOf,
} from '@storefleet/contract/values/attribute-value';
import type { Json } from '../read/normalise.ts';

/** Whether a product is in a collection, as it is asked and written for an edit. */

/** Shopify's ids of collections, by their handles. */
export type CollectionIds = ReadonlyMap<string, string>;
export const NO_COLLECTIONS: CollectionIds = new Map();

/** The same handle has the same alias in every document. */
const aliasOf = (handle: string) => `c_${createHash('sha256').update(handle).digest('hex').slice(0, 16)}`;

/** A scalar, which costs nothing. Nothing of a collection that is not known any more. */
export function selectMembership(attribute: MembershipAttribute, ids: CollectionIds): string {
  const handle = handleOf(attribute);
  const id = ids.get(handle);
  return id === undefined ? '' : `${aliasOf(handle)}: inCollection(id: ${JSON.stringify(id)})`;
}

/** Null of a collection that was not asked for. */
export function membershipOf(node: Json, attribute: MembershipAttribute): AttributeValue {
  const isIn = node[aliasOf(handleOf(attribute))];
  return typeof isIn === 'boolean' ? String(isIn) : null;
}

type Lists = { collectionsToJoin?: string[]; collectionsToLeave?: string[] };

/**
 * The part of `ProductUpdateInput` that joins and leaves them; a collection that is not known is the refusal. The
 * mutations of a collection itself are deprecated, and would be a job to wait for.
 */
export function membershipInput(
  values: AttributeValues,
  ids: CollectionIds,
): { lists: Lists } | { unknown: MembershipAttribute } {
  const lists: Lists = {};
  for (const attribute of attributesOf(values).filter(isMembership)) {
    const id = ids.get(handleOf(attribute));
    if (id === undefined) return { unknown: attribute };
    const list = values[attribute] === 'true' ? 'collectionsToJoin' : 'collectionsToLeave';
    lists[list] = [...(lists[list] ?? []), id];
  }
  return { lists };
}

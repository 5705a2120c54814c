/**
 * Whether a product is in a collection: an attribute of yes or no for each collection of a store, called by the
 * collection's handle, so that collections alike have one name in every store. Free of Zod, for the web bundle.
 */

export type MembershipAttribute = `collection.${string}`;

const PREFIX = 'collection.';

export const isMembership = (attribute: string): attribute is MembershipAttribute =>
  attribute.startsWith(PREFIX);
export const membershipIn = (handle: string): MembershipAttribute => `${PREFIX}${handle}`;
export const handleOf = (attribute: MembershipAttribute): string => attribute.slice(PREFIX.length);

/** How a product is kept to be in a collection that fills itself by rules: nobody puts it there. */
export const BY_RULES = 'rules';

/** By handle: `true` or `BY_RULES` where the product is in it; the others are left out, or `false`. */
export type Memberships = Readonly<Record<string, string | null>>;

export const isMember = (memberships: Memberships, handle: string): boolean =>
  (memberships[handle] ?? 'false') !== 'false';

/** Shopify derives a handle from the title: its words, joined by hyphens. */
export function titleOfHandle(handle: string): string {
  const words = handle.replaceAll(/-+/g, ' ').trim();
  return words === '' ? handle : words.charAt(0).toUpperCase() + words.slice(1);
}

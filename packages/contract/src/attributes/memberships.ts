/**
 * Whether a product is in a collection, or published to a sales channel: an attribute of yes or no for each of them,
 * called by the collection's handle or the channel's name, so that those alike have one name in every store. Free of
 * Zod, for the web bundle.
 */

export type CollectionAttribute = `collection.${string}`;
export type ChannelAttribute = `channel.${string}`;
export type MembershipAttribute = CollectionAttribute | ChannelAttribute;

const COLLECTION = 'collection.';
const CHANNEL = 'channel.';

export const isCollection = (attribute: string): attribute is CollectionAttribute =>
  attribute.startsWith(COLLECTION);
export const isChannel = (attribute: string): attribute is ChannelAttribute => attribute.startsWith(CHANNEL);
export const isMembership = (attribute: string): attribute is MembershipAttribute =>
  isCollection(attribute) || isChannel(attribute);

export const membershipIn = (handle: string): CollectionAttribute => `${COLLECTION}${handle}`;
export const publishedTo = (channel: string): ChannelAttribute => `${CHANNEL}${channel}`;

/** A collection's handle, or a channel's name. */
export const placeOf = (attribute: MembershipAttribute): string =>
  attribute.slice(attribute.indexOf('.') + 1);

/** Where a product keeps them. */
export const columnOf = (attribute: MembershipAttribute): 'collections' | 'channels' =>
  isCollection(attribute) ? 'collections' : 'channels';

/** How a product is kept to be in a collection that fills itself by rules: nobody puts it there. */
export const BY_RULES = 'rules';

/** By handle or name: `true` or `BY_RULES` where the product is; the others are left out, or `false`. */
export type Memberships = Readonly<Record<string, string | null>>;

export const isMember = (memberships: Memberships, place: string): boolean =>
  (memberships[place] ?? 'false') !== 'false';

/** Shopify derives a handle from the title: its words, joined by hyphens. */
export function titleOfHandle(handle: string): string {
  const words = handle.replaceAll(/-+/g, ' ').trim();
  return words === '' ? handle : words.charAt(0).toUpperCase() + words.slice(1);
}

import {
  type MetafieldAttribute,
  type MetafieldDefinition,
  metafieldName,
} from '@storefleet/contract/attributes/metafields';
import type { Store } from '@storefleet/contract/stores/stores';

/** A metafield that some stores read, with what each of them says of it. */
export type KnownMetafield = {
  readonly attribute: MetafieldAttribute;
  /** As the first of the stores calls it, with its key where another one has the same name. */
  readonly label: string;
  readonly definitions: readonly [MetafieldDefinition, ...MetafieldDefinition[]];
};

/** Of products before those of variants, each with those first that Shopify shows first. */
export function knownMetafields(stores: readonly Pick<Store, 'metafields'>[]): KnownMetafield[] {
  const known = new Map<MetafieldAttribute, [MetafieldDefinition, ...MetafieldDefinition[]]>();
  for (const definition of stores.flatMap(({ metafields }) => metafields)) {
    const attribute = metafieldName(definition.owner, definition.key);
    const others = known.get(attribute);
    if (others) others.push(definition);
    else known.set(attribute, [definition]);
  }
  const isShared = ({ owner, name, key }: MetafieldDefinition) =>
    [...known.values()].some(([one]) => one.owner === owner && one.name === name && one.key !== key);
  const all = [...known].map(([attribute, definitions]) => {
    const [first] = definitions;
    return { attribute, label: isShared(first) ? `${first.name} (${first.key})` : first.name, definitions };
  });
  return all.toSorted(({ definitions: [one] }, { definitions: [other] }) => {
    if (one.owner !== other.owner) return one.owner === 'product' ? -1 : 1;
    const places = (one.pinned_position ?? Infinity) - (other.pinned_position ?? Infinity);
    return (Number.isNaN(places) ? 0 : places) || one.name.localeCompare(other.name);
  });
}

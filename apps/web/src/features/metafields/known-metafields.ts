import { metafieldProblem } from '@storefleet/contract/attributes/metafield-values';
import {
  choicesOf,
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

/** How to edit it where stores differ: as any text, or by choosing what one of them offers. */
export function sharedDefinition({ definitions }: KnownMetafield): MetafieldDefinition {
  const [first, ...others] = definitions;
  if (others.length === 0) return first;
  if (others.some(({ type }) => type !== first.type)) {
    return { ...first, type: 'single_line_text_field', validations: {} };
  }
  const choices = definitions.map(choicesOf);
  const all = choices.flatMap((list) => list ?? []);
  return {
    ...first,
    validations: choices.includes(null) ? {} : { choices: JSON.stringify([...new Set(all)]) },
  };
}

/** Why none of the stores takes a value; null where one does. */
export function problemEverywhere({ definitions }: KnownMetafield, text: string): string | null {
  const problems = definitions.map((definition) => metafieldProblem(definition, text));
  return problems.includes(null) ? null : (problems[0] ?? null);
}

const OWNERS = { product: 'Product metafields', variant: 'Variant metafields' };

/** For a select. */
export function metafieldGroups(metafields: readonly KnownMetafield[]) {
  const byOwner = Map.groupBy(metafields, ({ definitions: [{ owner }] }) => owner);
  return [...byOwner].map(([owner, own]) => ({
    group: OWNERS[owner],
    items: own.map(({ attribute, label }) => ({ value: attribute, label })),
  }));
}

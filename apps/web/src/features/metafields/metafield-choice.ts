import { choicesOf, type MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import { metafieldProblem } from '@storefleet/contract/values/metafield-values';
import type { KnownMetafield } from './known-metafields.ts';

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

import { createHash } from 'node:crypto';
import {
  type MetafieldAttribute,
  type MetafieldDefinition,
  type MetafieldOwner,
  type MetafieldValues,
  metafieldOf,
} from '@storefleet/contract/attributes/metafields';
import type { ReadCatalogueOptions } from '../../../connector.ts';

type Json = Record<string, unknown>;

/** The metafields that are read with products and variants, as `namespace.key`. */
export type ShopMetafields = Readonly<Record<MetafieldOwner, readonly string[]>>;
export const NO_METAFIELDS: ShopMetafields = { product: [], variant: [] };

/** A reading together with the optional fields it includes. */
export type ShopReading = ReadCatalogueOptions & {
  readonly metafields?: ShopMetafields;
  readonly descriptions?: boolean;
};

export const namesOf = (definitions: readonly MetafieldDefinition[]): ShopMetafields => ({
  product: definitions.flatMap(({ owner, key }) => (owner === 'product' ? [key] : [])),
  variant: definitions.flatMap(({ owner, key }) => (owner === 'variant' ? [key] : [])),
});

/**
 * Selects each by name: a connection would cost more, add lines to an export, and be nested too deep there
 * for variants. The same name has the same alias in every document.
 */
const aliasOf = (key: string) => `m_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;

/** A namespace contains no dot. */
export function placeOf(name: string): { namespace: string; key: string } {
  const at = name.indexOf('.');
  return { namespace: name.slice(0, at), key: name.slice(at + 1) };
}

export function selectMetafields(names: readonly string[], fields = 'value'): string {
  return names
    .map((name) => {
      const { namespace, key } = placeOf(name);
      return `${aliasOf(name)}: metafield(namespace: ${JSON.stringify(namespace)}, key: ${JSON.stringify(key)}) { ${fields} }`;
    })
    .join(' ');
}

export const metafieldIn = (node: Json, attribute: MetafieldAttribute): Json | null =>
  (node[aliasOf(metafieldOf(attribute).key)] ?? null) as Json | null;

/** An object's values of these; undefined if none are read. Metafields that were not selected are omitted. */
export function metafieldsIn(node: Json, names: readonly string[]): MetafieldValues | undefined {
  if (names.length === 0) return undefined;
  const held: Record<string, string | null> = {};
  for (const name of names) {
    const found = node[aliasOf(name)];
    if (found === undefined) continue;
    const value = (found as Json | null)?.value;
    held[name] = typeof value === 'string' && value !== '' ? value : null;
  }
  return held;
}

import {
  PLAIN_PRODUCT_ATTRIBUTES,
  PLAIN_VARIANT_ATTRIBUTES,
  type PlainAttribute,
  type PlainProductAttribute,
  type PlainVariantAttribute,
} from '@storefleet/contract/attributes/attributes';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { keptValue, valueOfKept } from '@storefleet/contract/values/attribute-value';

/** The columns of plain attributes: called as the attributes are, all of them texts. */

export type PlainProductColumns = Readonly<Record<PlainProductAttribute, string | null>>;
export type PlainVariantColumns = Readonly<Record<PlainVariantAttribute, string | null>>;

/** To follow other columns of a statement. */
export const PLAIN_PRODUCT_COLUMNS = PLAIN_PRODUCT_ATTRIBUTES.map((name) => `, ${name}`).join('');
export const PLAIN_VARIANT_COLUMNS = PLAIN_VARIANT_ATTRIBUTES.map((name) => `, ${name}`).join('');

/** What a column is to hold of what a source said. */
export const keptOf = (plain: AttributeValues | undefined) => (name: PlainAttribute) =>
  keptValue(plain?.[name]);

/** The columns of a product, of what a source said. */
export const keptColumns = (plain: AttributeValues | undefined) =>
  Object.fromEntries(
    PLAIN_PRODUCT_ATTRIBUTES.map((name) => [name, keptValue(plain?.[name])]),
  ) as PlainProductColumns;

/** What a row holds, as a source says it. */
export function plainOf<Name extends PlainAttribute>(
  names: readonly Name[],
  row: Readonly<Record<Name, string | null>>,
): AttributeValues {
  return Object.fromEntries(names.map((name) => [name, valueOfKept(row[name])]));
}

/** What sets the columns to the values of the jsonb `given.values`, as far as it has them. */
export const setPlainColumns = (names: readonly PlainAttribute[]): string =>
  names
    .map(
      (name) =>
        `${name} = case when given.values ? '${name}' then coalesce(given.values->>'${name}', '') else ${name} end, `,
    )
    .join('');

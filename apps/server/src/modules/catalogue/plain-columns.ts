import {
  LISTED_PLAIN_PRODUCT_ATTRIBUTES,
  type LongAttribute,
  PLAIN_PRODUCT_ATTRIBUTES,
  PLAIN_VARIANT_ATTRIBUTES,
  type PlainAttribute,
  type PlainProductAttribute,
  type PlainVariantAttribute,
} from '@storefleet/contract/attributes/attributes';
import { type AttributeValues, keptValue, valueOfKept } from '@storefleet/contract/values/attribute-value';

/** Columns of plain attributes: named like the attributes, all text. */

export type PlainProductColumns = Readonly<Record<PlainProductAttribute, string | null>>;
export type PlainVariantColumns = Readonly<Record<PlainVariantAttribute, string | null>>;

export type ListedProductColumns = Omit<PlainProductColumns, LongAttribute>;

/** To append to other columns of a statement. */
export const LISTED_PRODUCT_COLUMNS = LISTED_PLAIN_PRODUCT_ATTRIBUTES.map((name) => `, ${name}`).join('');
export const PLAIN_VARIANT_COLUMNS = PLAIN_VARIANT_ATTRIBUTES.map((name) => `, ${name}`).join('');

/** The column value for what the source returned. */
export const keptOf = (plain: AttributeValues | undefined) => (name: PlainAttribute) =>
  keptValue(plain?.[name]);

/** The columns of a product, from what the source returned. */
export const keptColumns = (plain: AttributeValues | undefined) =>
  Object.fromEntries(
    PLAIN_PRODUCT_ATTRIBUTES.map((name) => [name, keptValue(plain?.[name])]),
  ) as PlainProductColumns;

/** The reverse: a row's plain attributes as a source returns them. */
export function plainOf<Name extends PlainAttribute>(
  names: readonly Name[],
  row: Readonly<Record<Name, string | null>>,
): AttributeValues {
  return Object.fromEntries(names.map((name) => [name, valueOfKept(row[name])]));
}

/** Sets the columns that the jsonb `given.values` contains. */
export const setPlainColumns = (names: readonly PlainAttribute[]): string =>
  names
    .map(
      (name) =>
        `${name} = case when given.values ? '${name}' then coalesce(given.values->>'${name}', '') else ${name} end, `,
    )
    .join('');

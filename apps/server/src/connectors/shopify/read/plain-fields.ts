import {
  declared,
  type EditableAttribute,
  isPlainAttribute,
  isYesOrNo,
  type PlainAttribute,
} from '@storefleet/contract/attributes/attributes';
import { type ImageAttribute, isImageAttribute } from '@storefleet/contract/attributes/images';
import {
  type AttributeValue,
  type AttributeValues,
  canonicalValue,
} from '@storefleet/contract/values/attribute-value';
import { UNIT_PRICE_FIELD, UNIT_PRICE_FIELDS, unitPriceIn, unitPriceInput } from './unit-price-fields.ts';

/** Where Shopify keeps the plain attributes, for reading and writing, in API versions 2025-10 to 2026-10. */

type Json = Record<string, unknown>;
type Place = {
  readonly in: 'product' | 'variant' | 'inventoryItem' | 'seo';
  readonly field: string;
  /** What to select, if it is more than the field. */
  readonly select?: string;
};

/** Images are read and written by separate calls. */
export type FieldAttribute = Exclude<PlainAttribute, ImageAttribute>;
export const isFieldAttribute = (attribute: EditableAttribute): attribute is FieldAttribute =>
  isPlainAttribute(attribute) && !isImageAttribute(attribute);

export const PLAIN_FIELDS: Readonly<Record<FieldAttribute, Place>> = {
  inventory_policy: { in: 'variant', field: 'inventoryPolicy' },
  tracked: { in: 'inventoryItem', field: 'tracked' },
  taxable: { in: 'variant', field: 'taxable' },
  requires_shipping: { in: 'inventoryItem', field: 'requiresShipping' },
  hs_code: { in: 'inventoryItem', field: 'harmonizedSystemCode' },
  country_of_origin: { in: 'inventoryItem', field: 'countryCodeOfOrigin' },
  unit_price: { in: 'variant', field: UNIT_PRICE_FIELD, select: UNIT_PRICE_FIELDS },
  seo_title: { in: 'seo', field: 'title' },
  seo_description: { in: 'seo', field: 'description' },
  category: { in: 'product', field: 'category', select: 'category { fullName }' },
  description: { in: 'product', field: 'descriptionHtml' },
};
const ENTRIES = Object.entries(PLAIN_FIELDS) as [FieldAttribute, Place][];

/** The fields to select in this place. */
export const plainFieldsIn = (place: Place['in']): string =>
  ENTRIES.flatMap(([name, { in: where }]) => (where === place ? [selectPlain(name)] : [])).join(' ');

export const selectPlain = (attribute: FieldAttribute): string => {
  const { field, select = field } = PLAIN_FIELDS[attribute];
  return select;
};

/** Undefined if the field was not selected or is missing. */
export function plainValueIn(owner: Json, attribute: FieldAttribute): AttributeValue | undefined {
  const value = owner[PLAIN_FIELDS[attribute].field];
  if (value === undefined) return undefined;
  if (attribute === 'unit_price') return unitPriceIn(owner);
  if (attribute === 'category') return canonicalValue(attribute, nameOfCategory(value));
  return canonicalValue(attribute, value === null ? null : String(value));
}

function nameOfCategory(category: unknown): string | null {
  const { fullName } = (category ?? {}) as Json;
  return typeof fullName === 'string' ? fullName : null;
}

/** The values in these objects, one per place. */
export function plainValues(owners: Readonly<Partial<Record<Place['in'], Json>>>): AttributeValues {
  const values: AttributeValues = {};
  for (const [attribute, { in: place }] of ENTRIES) {
    const owner = owners[place];
    const value = owner && plainValueIn(owner, attribute);
    if (value !== undefined) values[attribute] = value;
  }
  return values;
}

/** As the input of a mutation expects it; a category is written by its id. */
export function plainInput(attribute: Exclude<FieldAttribute, 'category'>, value: AttributeValue): Json {
  const { field } = PLAIN_FIELDS[attribute];
  if (attribute === 'unit_price') return unitPriceInput(value);
  if (value !== null && isYesOrNo(attribute)) return { [field]: value === 'true' };
  // A description is never null, but may be empty.
  if (declared(attribute).kind === 'html') return { [field]: value ?? '' };
  return { [field]: declared(attribute).kind === 'choice' ? value?.toUpperCase() : value };
}

/** The nested object of the product or variant that has the field; null for a field of its own. */
export function ownerOf(attribute: EditableAttribute): 'inventoryItem' | 'seo' | null {
  if (!isFieldAttribute(attribute)) return null;
  const { in: place } = PLAIN_FIELDS[attribute];
  return place === 'variant' || place === 'product' ? null : place;
}

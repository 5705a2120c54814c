import {
  attributeWord,
  type EditableAttribute,
  isPlainAttribute,
  type NamedAttribute,
  PLAIN_VARIANT_ATTRIBUTES,
  type ProductAttribute,
} from '@storefleet/contract/attributes/attributes';
import {
  type DefinitionOf,
  definitionsIn,
  isMetafield,
  metafieldOf,
} from '@storefleet/contract/attributes/metafields';
import type { Product, ProductDetail, Variant } from '@storefleet/contract/catalogue/products/products';
import { answeredValue, distinctTags, keptValue, valueIn } from '@storefleet/contract/values/attribute-value';

export type { ProductAttribute };
export type VariantAttribute = Exclude<NamedAttribute, ProductAttribute>;

/** The columns of the variants' tables, in order. */
export const SOLD_ATTRIBUTES = [
  'price',
  'compare_at_price',
  'cost',
  'sku',
  'barcode',
  'weight',
] as const satisfies readonly VariantAttribute[];
export const STOCK_ATTRIBUTES = PLAIN_VARIANT_ATTRIBUTES;

/** What is written atomically: the product's own attributes, or those of one variant. */
export type Owner = 'product' | (string & {});

/** One editable value: an attribute of the product, or of the variant with this id. */
export type Field = { readonly owner: Owner; readonly attribute: EditableAttribute };
export type FieldKey = `${string}:${EditableAttribute}`;

export const keyOf = ({ owner, attribute }: Field): FieldKey => `${owner}:${attribute}`;

export function fieldOf(key: FieldKey): Field {
  const at = key.lastIndexOf(':');
  return { owner: key.slice(0, at), attribute: key.slice(at + 1) as EditableAttribute };
}

const variantsById = new WeakMap<Product, ReadonlyMap<string, Variant>>();

export function variantOf(product: Product, id: string): Variant | undefined {
  let variants = variantsById.get(product);
  if (!variants) {
    variants = new Map(product.variants.map((variant) => [variant.id, variant]));
    variantsById.set(product, variants);
  }
  return variants.get(id);
}

/** The stored value, with tags joined by `, `; null for none, undefined if the variant is gone. */
export function heldValue(product: ProductDetail, { owner, attribute }: Field): string | null | undefined {
  const row = owner === 'product' ? product : variantOf(product, owner);
  return row && (valueIn(row, attribute) ?? null);
}

/** The shop's definitions of metafields. */
export const definitionsOf = ({ store_id, metafield_definitions = [] }: ProductDetail): DefinitionOf =>
  definitionsIn([{ id: store_id, metafields: metafield_definitions }]);

/** Why a field is locked if its value was never read. */
export function unreadReason(
  row: Product | Variant,
  attribute: EditableAttribute,
  definitionOf: DefinitionOf,
): string | null {
  if (valueIn(row, attribute) !== undefined) return null;
  return `The ${attributeWord(attribute, definitionOf)} has not been read from the store yet: sync the store first.`;
}

/** The product with other values in these fields. */
export function withValues<Edited extends Product>(
  product: Edited,
  values: readonly (Field & { readonly value: string | null })[],
): Edited {
  const byOwner = Map.groupBy(values, ({ owner }) => owner);
  const of = (owner: Owner, row: Product | Variant) => {
    const own = byOwner.get(owner) ?? [];
    const metafields = own.flatMap(({ attribute, value }) =>
      isMetafield(attribute) ? [[metafieldOf(attribute).key, value]] : [],
    );
    const named = Object.fromEntries(
      own
        .filter(({ attribute }) => !isMetafield(attribute))
        .map(({ attribute, value }) => [
          attribute,
          attribute === 'tags'
            ? distinctTags([value ?? ''])
            : isPlainAttribute(attribute)
              ? answeredValue(attribute, keptValue(value))
              : value,
        ]),
    );
    if (metafields.length === 0) return named;
    return { ...named, metafields: { ...row.metafields, ...Object.fromEntries(metafields) } };
  };
  const variants = product.variants.map((variant) =>
    byOwner.has(variant.id) ? { ...variant, ...of(variant.id, variant) } : variant,
  );
  return { ...product, ...of('product', product), variants };
}

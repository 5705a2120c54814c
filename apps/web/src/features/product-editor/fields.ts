import type { Product, ProductDetail, Variant } from '@storefleet/contract/catalogue/products';
import type { EditableAttribute, PRODUCT_ATTRIBUTES } from '@storefleet/contract/constants';
import { distinctTags } from '@storefleet/contract/values/attribute-value';

export type ProductAttribute = (typeof PRODUCT_ATTRIBUTES)[number];
export type VariantAttribute = Exclude<EditableAttribute, ProductAttribute>;

/** Of the variants' table, in its order. */
export const VARIANT_ATTRIBUTES = [
  'price',
  'compare_at_price',
  'cost',
  'sku',
  'barcode',
  'weight',
] as const satisfies readonly VariantAttribute[];

/** What is written all or not at all: the product's own attributes, or those of one variant. */
export type Owner = 'product' | (string & {});

/** One value that can be edited: the attribute of the product, or of the variant with this id. */
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

/** The value as it is stored, tags joined by `, `; null for none, undefined where the variant is gone. */
export function heldValue(product: ProductDetail, { owner, attribute }: Field): string | null | undefined {
  if (owner === 'product') {
    if (attribute === 'tags') return product.tags.length === 0 ? null : product.tags.join(', ');
    return product[attribute as Exclude<ProductAttribute, 'tags'>] || null;
  }
  const variant = variantOf(product, owner);
  return variant && (variant[attribute as VariantAttribute] || null);
}

/** The product with other values in these places. */
export function withValues<Edited extends Product>(
  product: Edited,
  values: readonly (Field & { readonly value: string | null })[],
): Edited {
  const byOwner = Map.groupBy(values, ({ owner }) => owner);
  const of = (owner: Owner) =>
    Object.fromEntries(
      (byOwner.get(owner) ?? []).map(({ attribute, value }) => [
        attribute,
        attribute === 'tags' ? distinctTags([value ?? '']) : value,
      ]),
    );
  const variants = product.variants.map((variant) =>
    byOwner.has(variant.id) ? { ...variant, ...of(variant.id) } : variant,
  );
  return { ...product, ...of('product'), variants };
}

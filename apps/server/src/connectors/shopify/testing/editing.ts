import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { Connector, SourceProduct } from '../../connector.ts';
import type { Editing, EditOutcome, EditTarget, SourceEdit } from '../../editing.ts';
import { catalogueOf } from './simulated-shop.ts';
import type { SimulatedShop } from './simulation.ts';

export const { signal } = new AbortController();

export function editingOf({ editing }: Connector): Editing {
  if (editing === null) throw new Error('The connector cannot edit.');
  return editing;
}

/** The product at this place of the simulated shop, with at least so many variants. */
export function productOf({ shop }: Pick<SimulatedShop, 'shop'>, variants = 1, place = 0): SourceProduct {
  const product = catalogueOf(shop).filter((candidate) => candidate.variants.length >= variants)[place];
  if (product === undefined) throw new Error(`No product has ${variants} variants.`);
  return product;
}

/** An edit of the variant at this place, or of the product itself; what it holds now is what is expected. */
export function editOf(product: SourceProduct, place: number | null, values: AttributeValues): SourceEdit {
  const held = place === null ? heldByProduct(product) : heldByVariant(product, place);
  const expected = Object.fromEntries(
    Object.entries(held.values).filter(([attribute]) => attribute in values),
  ) as AttributeValues;
  return {
    key: `${product.sourceId} ${place ?? 'itself'}`,
    productId: product.sourceId,
    variantId: held.variantId,
    expected,
    values,
  };
}

type Held = { variantId: string | null; values: AttributeValues };

export function heldByProduct({ title, vendor, productType, status, tags }: SourceProduct): Held {
  return {
    variantId: null,
    values: { title, vendor, product_type: productType, status, tags: tags.join(', ') || null },
  };
}

export function heldByVariant(product: SourceProduct, place: number): Held {
  const variant = product.variants[place];
  if (variant === undefined) throw new Error(`${product.title} has no variant ${place}.`);
  const { price, cost, compareAtPrice, barcode, sku, weight } = variant;
  return {
    variantId: variant.sourceId,
    values: { price, cost, compare_at_price: compareAtPrice, barcode, sku, weight },
  };
}

/** What the simulated shop holds now of the edit's variant or product. */
export function held(
  { shop }: Pick<SimulatedShop, 'shop'>,
  { productId, variantId }: SourceEdit,
): AttributeValues {
  const product = catalogueOf(shop).find(({ sourceId }) => sourceId === productId);
  if (product === undefined) throw new Error(`${productId} is not there.`);
  const place = product.variants.findIndex(({ sourceId }) => sourceId === variantId);
  return (variantId === null ? heldByProduct(product) : heldByVariant(product, place)).values;
}

export const kinds = (outcomes: readonly EditOutcome[]) => outcomes.map(({ kind }) => kind);

export function numberOf(gid: string | null): number {
  return Number(gid?.split('/').at(-1));
}

type ReadTarget = EditTarget & { attributes: readonly EditableAttribute[] };

export const write = ({ connector }: Pick<SimulatedShop, 'connector'>, ...edits: SourceEdit[]) =>
  editingOf(connector).write(edits, { signal });

export const read = ({ connector }: Pick<SimulatedShop, 'connector'>, ...targets: ReadTarget[]) =>
  editingOf(connector).readValues(targets, { signal });

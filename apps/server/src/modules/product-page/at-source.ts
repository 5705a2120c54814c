import { declared, type EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { isMembership } from '@storefleet/contract/attributes/memberships';
import type { ProductAtSource } from '@storefleet/contract/catalogue/products/product-page';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { isProductAttribute, valueIn } from '@storefleet/contract/values/attribute-value';
import type { Connector } from '../../connectors/connector.ts';
import { SourceError } from '../../connectors/source-error.ts';
import { AppError } from '../../platform/http/problem.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { askSource, sourceProblem } from '../stores/source-problem.ts';

export type AtSourceDeps = {
  readonly clock: Clock;
  readonly connect: (storeId: string) => Promise<Connector>;
};

/** Milliseconds that a person waits for the store, its rate limit included. */
const DEADLINE_MS = 30_000;

/** What the store holds of the product and these variants, read by the same call that edits compare with. */
export async function readAtSource(
  { clock, connect }: AtSourceDeps,
  product: ProductDetail,
  signal: AbortSignal,
): Promise<ProductAtSource> {
  const editing = await editingOf(connect, product);
  const ofProduct = (attribute: EditableAttribute) => isProductAttribute(attribute);
  // Channels and collections, of which a shop has thousands, are left to the syncs. Long values are only asked
  // for where they are read.
  const isCompared = (attribute: EditableAttribute) =>
    ofProduct(attribute) &&
    !isMembership(attribute) &&
    (declared(attribute).long !== true || valueIn(product, attribute) !== undefined);
  const productId = product.shopify_id;
  const targets = [
    { productId, variantId: null, attributes: editing.attributes.filter(isCompared) },
    ...product.variants.map(({ shopify_id: variantId }) => ({
      productId,
      variantId,
      attributes: editing.attributes.filter((attribute) => !ofProduct(attribute)),
    })),
  ];
  const readAt = clock.now();
  const [held = null, ...variants] = await askSource(
    (deadline) => editing.readValues(targets, { signal: deadline }),
    DEADLINE_MS,
    signal,
  );
  return {
    read_at: readAt.toISOString(),
    product: held,
    variants: product.variants.map(({ id }, index) => ({ variant_id: id, values: variants[index] ?? null })),
  };
}

async function editingOf(connect: AtSourceDeps['connect'], { store_id, store_name }: ProductDetail) {
  try {
    const { editing, readOnlyBecause } = await connect(store_id);
    if (editing !== null) return editing;
    const detail = readOnlyBecause ?? `“${store_name}” does not answer for single products.`;
    throw new AppError({ code: 'source_rejected', detail });
  } catch (error) {
    throw error instanceof SourceError ? sourceProblem(error) : error;
  }
}

import type { Product, ProductChanges, VariantChanges } from '../catalogue/model.ts';
import type { Context } from '../fields/context.ts';
import type { Write } from '../shop/write-log.ts';
import { globalId } from '../text-forms.ts';

export type VariantEdit = { readonly id: number; readonly changes: VariantChanges };

/**
 * Writes variants of one product in one step, a repeated variant in the given order, and logs the changes.
 */
export function applyToVariants(
  context: Context,
  mutation: string,
  product: Product,
  edits: readonly VariantEdit[],
): void {
  const variants = new Map(product.variants.map((variant) => [variant.id, variant]));
  const changes = new Map<number, VariantChanges>();
  for (const edit of edits) {
    const variant = variants.get(edit.id);
    if (variant === undefined) continue;
    const pending = changes.get(edit.id) ?? {};
    const target = { mutation, productId: product.id, variantId: edit.id };
    log(context, target, edit.changes, (attribute) =>
      attribute in pending ? Reflect.get(pending, attribute) : Reflect.get(variant, attribute),
    );
    changes.set(edit.id, { ...pending, ...edit.changes });
  }
  if (changes.size > 0) context.shop.catalogue.updateVariants(product.id, changes);
}

export function applyToProduct(
  context: Context,
  mutation: string,
  product: Product,
  changes: ProductChanges,
): Product {
  const target = { mutation, productId: product.id, variantId: null };
  log(context, target, changes, (attribute) => Reflect.get(product, attribute));
  return context.shop.catalogue.updateProduct(product.id, changes);
}

type Target = { readonly mutation: string; readonly productId: number; readonly variantId: number | null };

function log(
  context: Context,
  target: Target,
  changes: object,
  before: (attribute: string) => unknown,
): void {
  for (const [attribute, value] of Object.entries(changes)) {
    logWrite(context, target, { attribute, before: before(attribute), value });
  }
}

export function logWrite(
  { shop, requestId, line }: Context,
  { mutation, productId, variantId }: Target,
  write: Pick<Write, 'attribute' | 'before' | 'value'>,
): void {
  shop.writes.add({
    at: shop.now().toISOString(),
    requestId,
    line,
    mutation,
    productId: globalId('Product', productId),
    variantId: variantId === null ? null : globalId('ProductVariant', variantId),
    ...write,
  });
}

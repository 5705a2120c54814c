import { labelOf, MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { type AttributeValues, valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import { isDecimal } from '@storefleet/contract/values/money/decimal';
import type { Queryable } from '../../../platform/db/database.ts';
import { type FieldError, invalidField, validationFailed } from '../../../platform/http/problem.ts';
import { itemName } from '../item-name.ts';
import { entriesOf } from '../values/changes.ts';
import { readCopy } from './catalogue-copy.ts';

/** More would be too many to read. */
const MAX_TOLD = 20;

/** Refuses a request that names a variant twice, as its intent is ambiguous. */
export async function refuseRepetitions(
  db: Queryable,
  references: readonly ProductReference[],
): Promise<void> {
  const repeated = findRepetitions(references).slice(0, MAX_TOLD);
  if (repeated.length === 0) return;
  const copy = await readCopy(
    db,
    repeated.map(({ reference }) => ({
      productId: reference.id,
      variantId: reference.selectedVariant?.id ?? null,
    })),
  );
  const errors = repeated.map(({ reference, index }): FieldError => {
    const { id, selectedVariant } = reference;
    const variant = selectedVariant ? copy.variants.get(selectedVariant.id) : undefined;
    const name = itemName({
      product_title: copy.products.get(id)?.title ?? null,
      variant_title: variant?.title ?? null,
      store_name: null,
    });
    const subject = name ?? `${selectedVariant ? 'Variant' : 'Product'} ${selectedVariant?.id ?? id}`;
    return { path: `products_to_update.${index}`, message: `${subject} is selected twice.` };
  });
  throw validationFailed(errors);
}

function findRepetitions(references: readonly ProductReference[]) {
  /** The selected variants by product; null for all of them. */
  const selected = new Map<string, Set<string> | null>();
  const repeated: { reference: ProductReference; index: number }[] = [];
  for (const [index, reference] of references.entries()) {
    const variantId = reference.selectedVariant?.id ?? null;
    const before = selected.get(reference.id);
    if (before === undefined) selected.set(reference.id, variantId === null ? null : new Set([variantId]));
    else if (before === null || variantId === null || before.has(variantId)) {
      repeated.push({ reference, index });
    } else before.add(variantId);
  }
  return repeated;
}

/** Variants of a product may have individual values, but the product has only one title. */
export function refuseContradictions(productId: string, values: readonly AttributeValues[]): void {
  const wanted: AttributeValues = {};
  for (const [attribute, value] of values.flatMap(entriesOf)) {
    const before = wanted[attribute];
    if (before !== undefined && !valuesAreEqual(attribute, before, value)) {
      const label = labelOf(attribute);
      const message = `${label} belongs to the product: product ${productId} cannot get two different values of it.`;
      throw invalidField('products_to_update', message);
    }
    wanted[attribute] = value;
  }
}

/** A number that a person saw has to be a number, to be compared with the current one. */
export function refuseBrokenBases(references: readonly ProductReference[]): void {
  for (const [index, { based_on }] of references.entries()) {
    for (const attribute of [...MONEY_ATTRIBUTES, 'weight'] as const) {
      const seen = based_on?.[attribute];
      if (seen === undefined || seen === null || seen === '') continue;
      if (typeof seen === 'string' && isDecimal(seen)) continue;
      throw invalidField(`products_to_update.${index}.based_on.${attribute}`, 'Must be a decimal number.');
    }
  }
}

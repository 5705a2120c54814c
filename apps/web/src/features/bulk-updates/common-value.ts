import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { isMembership } from '@storefleet/contract/attributes/memberships';
import { isStock } from '@storefleet/contract/attributes/stock';
import { isProductAttribute, valueIn } from '@storefleet/contract/values/attribute-value';
import type { SelectedVariant, Selection } from '../products/selection/selection-store.ts';

/** Current value of the selected rows. */
type CommonValue =
  | { kind: 'common'; value: string | null; currency: string }
  | { kind: 'mixed' }
  /** Some of them are on pages not loaded yet. */
  | { kind: 'unknown' };

type Shown = NonNullable<SelectedVariant['shown']>;

/** In which an attribute's amounts are. */
export type CurrencyOf = (shown: Shown, attribute: EditableAttribute) => string;

export function commonValue(
  selection: Selection,
  attribute: EditableAttribute,
  currencyOf: CurrencyOf = ({ item }) => item.store_currency,
): CommonValue {
  // A search does not tell of them.
  if (isMembership(attribute) || isStock(attribute) || attribute === 'description')
    return { kind: 'unknown' };
  const variants = knownSelection(selection);
  if (variants === null || variants.length === 0) return { kind: 'unknown' };
  let first: Shown | null = null;
  for (const shown of variants) {
    first ??= shown;
    if (currentValue(shown, attribute) !== currentValue(first, attribute)) return { kind: 'mixed' };
    if (currencyOf(shown, attribute) !== currencyOf(first, attribute)) return { kind: 'mixed' };
  }
  if (first === null) return { kind: 'unknown' };
  return {
    kind: 'common',
    value: currentValue(first, attribute) || null,
    currency: currencyOf(first, attribute),
  };
}

/** All selected values known here; null if some were never loaded. */
export function knownSelection(selection: Selection): Shown[] | null {
  if (selection.isEverything()) {
    const { variants, products, total } = selection.shown();
    if (products < total) return null;
    return variants
      .filter(({ variantId }) => selection.isSelected(variantId))
      .flatMap(({ shown }) => shown ?? []);
  }
  const known: Shown[] = [];
  for (const { shown } of selection.named()) {
    if (shown === null) return null;
    known.push(shown);
  }
  return known;
}

export function currentValue({ item, variant }: Shown, attribute: EditableAttribute): string {
  return valueIn(isProductAttribute(attribute) ? item.product : variant, attribute) ?? '';
}

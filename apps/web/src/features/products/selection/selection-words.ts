import { formatCount, formatQuantity } from '@storefleet/contract/quantity';
import type { Selection } from './selection-store.ts';

/** "12 selected, 3 not on this page", or what stands for all results. */
export function describeSelection(selection: Selection): string {
  const { products, total } = selection.shown();
  if (selection.isEverything()) {
    const left = selection.namedCount();
    const exception = left === 0 ? '' : `, except ${formatQuantity(left, 'variant')}`;
    const elsewhere = Math.max(0, total - products);
    return `All ${formatQuantity(total, 'product')} selected${exception}${notHere(elsewhere)}`;
  }
  const count = selection.namedCount();
  return `${formatCount(count)} selected${notHere(count - selection.namedShownCount())}`;
}

function notHere(count: number): string {
  return count === 0 ? '' : `, ${formatCount(count)} not on this page`;
}

/** Whether the next step may be to take the results of all pages: this page is selected, and there are others. */
export function offersEverything(selection: Selection): boolean {
  const { variants, products, total } = selection.shown();
  if (selection.isEverything() || total <= products || variants.length === 0) return false;
  return selection.stateOf(variants.map(({ variantId }) => variantId)) === 'all';
}

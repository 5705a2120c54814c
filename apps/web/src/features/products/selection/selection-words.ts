import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import type { Selection } from './selection-store.ts';

/** "12 selected, 3 not on this page", or a phrase for all results. */
export function describeSelection(selection: Selection): string {
  const { products, total, isMore } = selection.shown();
  /** When returning to a search, its selection is loaded before its results. */
  const isLoading = total === 0;
  if (selection.isEverything()) {
    const left = selection.namedCount();
    const exception = left === 0 ? '' : `, except ${formatQuantity(left, 'variant')}`;
    const elsewhere = Math.max(0, total - products);
    if (isLoading) return `All results selected${exception}`;
    if (isMore) {
      return `All results selected: more than ${formatQuantity(total, 'product')}${exception}, more than ${formatCount(elsewhere)} not on this page`;
    }
    return `All ${formatQuantity(total, 'product')} selected${exception}${notHere(elsewhere)}`;
  }
  const count = selection.namedCount();
  return `${formatCount(count)} selected${notHere(isLoading ? 0 : count - selection.namedShownCount())}`;
}

function notHere(count: number): string {
  return count === 0 ? '' : `, ${formatCount(count)} not on this page`;
}

/** Label of the button that selects the results of all pages. */
export function nameEverything(selection: Selection): string {
  const { total, isMore } = selection.shown();
  const products = formatQuantity(total, 'product');
  return isMore ? `Select all results (more than ${products})` : `Select all ${products}`;
}

/** Whether to offer all pages: this page is selected, and there are more. */
export function offersEverything(selection: Selection): boolean {
  const { variants, products, total, isMore } = selection.shown();
  if (selection.isEverything() || (total <= products && !isMore) || variants.length === 0) return false;
  return selection.stateOf(variants.map(({ variantId }) => variantId)) === 'all';
}

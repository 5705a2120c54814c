import type { ProductSortField } from '@storefleet/contract/constants';
import type { SearchSort } from './search-address.ts';

/** Ascending, descending, then back to the best matches first. */
export function nextSort(
  field: ProductSortField,
  direction: SearchSort['direction'] | null,
): SearchSort | null {
  if (direction === 'desc') return null;
  return { field, direction: direction === 'asc' ? 'desc' : 'asc' };
}

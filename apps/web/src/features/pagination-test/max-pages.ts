import { PAGINATION_TEST_MAX_PAGES, PAGINATION_TEST_MIN_PAGES } from '@storefleet/contract/constants';

export const MAX_PAGES_RANGE = `${PAGINATION_TEST_MIN_PAGES} to ${PAGINATION_TEST_MAX_PAGES}`;

/** Parses a page count; null if invalid. */
export function parseMaxPages(text: string): number | null {
  if (!/^\d+$/.test(text.trim())) return null;
  const pages = Number(text);
  return pages >= PAGINATION_TEST_MIN_PAGES && pages <= PAGINATION_TEST_MAX_PAGES ? pages : null;
}

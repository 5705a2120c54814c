import { ALL_PAGE_NUMBERS_UP_TO } from '@storefleet/contract/catalogue/catalogue-constants';

type PageNumber = number | 'ellipsis-start' | 'ellipsis-end';

/**
 * Page numbers of a pager: all of them up to seven pages, otherwise the first, a window around the current
 * page and the last, with ellipses in between. An ellipsis never replaces a single page.
 */
export function pageNumbers(current: number, pages: number): PageNumber[] {
  if (pages <= ALL_PAGE_NUMBERS_UP_TO) return range(1, pages);
  const start = Math.max(2, Math.min(current - 1, pages - 4));
  const end = Math.min(pages - 1, Math.max(current + 1, 5));
  const from = start === 3 ? 2 : start;
  const to = end === pages - 2 ? pages - 1 : end;
  const numbers: PageNumber[] = [1];
  if (from > 2) numbers.push('ellipsis-start');
  numbers.push(...range(from, to));
  if (to < pages - 1) numbers.push('ellipsis-end');
  numbers.push(pages);
  return numbers;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

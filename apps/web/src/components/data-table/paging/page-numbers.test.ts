import { describe, expect, it } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

const shown = (current: number, pages: number) =>
  pageNumbers(current, pages)
    .map((number) => (typeof number === 'number' ? number : '…'))
    .join(' ');

describe('pageNumbers', () => {
  it.each([
    [1, 0, ''],
    [1, 1, '1'],
    [4, 7, '1 2 3 4 5 6 7'],
    [1, 8, '1 2 3 4 5 … 8'],
    [4, 8, '1 2 3 4 5 … 8'],
    [5, 8, '1 … 4 5 6 7 8'],
    [8, 8, '1 … 4 5 6 7 8'],
    [10, 20, '1 … 9 10 11 … 20'],
    [20, 20, '1 … 16 17 18 19 20'],
  ])('on page %i of %i shows "%s"', (current, pages, expected) => {
    expect(shown(current, pages)).toBe(expected);
  });

  it('never replaces a single page with an ellipsis', () => {
    for (let pages = 8; pages <= 30; pages++) {
      for (let current = 1; current <= pages; current++) {
        const numbers = pageNumbers(current, pages);
        expect(numbers).toContain(current);
        for (const [index, number] of numbers.entries()) {
          if (typeof number === 'number') continue;
          const before = numbers[index - 1];
          const after = numbers[index + 1];
          expect(Number(after) - Number(before)).toBeGreaterThan(2);
        }
      }
    }
  });
});

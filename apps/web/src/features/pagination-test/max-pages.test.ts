import { expect, test } from 'vitest';
import { parseMaxPages } from './max-pages.ts';

test.each([
  ['1', 1],
  ['10', 10],
  [' 100 ', 100],
])('"%s" is a number of pages', (text, pages) => {
  expect(parseMaxPages(text)).toBe(pages);
});

test.each(['', '0', '101', '-1', '1.5', '1e1', 'ten'])('"%s" is not', (text) => {
  expect(parseMaxPages(text)).toBeNull();
});

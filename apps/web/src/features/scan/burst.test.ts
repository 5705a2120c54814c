import { expect, test } from 'vitest';
import { createBurst } from './burst.ts';

const EAN = [...'4006381333931', 'Enter'];

function codeOf(keys: readonly string[], gap: number | ((index: number) => number)): string | null {
  const burst = createBurst();
  let at = 0;
  let code: string | null = null;
  for (const [index, key] of keys.entries()) {
    at += typeof gap === 'number' ? gap : gap(index);
    code = burst.take(key, at).code;
  }
  return code;
}

test.each([
  ['a scanner', EAN, 5, '4006381333931'],
  ['a scanner that presses shift', ['Shift', 'M', 'U', 'G', '-', '1', '2', 'Enter'], 20, 'MUG-12'],
  ['a scanner that ends with Tab', [...'4006381333931', 'Tab'], 5, '4006381333931'],
  ['a scanner that names the kind of barcode', [...']E0', ...EAN], 5, '4006381333931'],
  ['a scanner of a GS1 code', [...']C1010400638133393110AB', 'Enter'], 5, '04006381333931'],
  ['a person', EAN, 130, null],
  ['a person who types a word fast', [...'settings', 'Enter'], 60, null],
  ['a scanner with a pause', EAN, (index: number) => (index === 3 ? 150 : 5), null],
  [
    'a person who has typed a little first',
    [...'12', ...EAN],
    (index: number) => (index === 2 ? 500 : 5),
    '4006381333931',
  ],
  ['a burst with a late terminator', EAN, (index: number) => (index === 13 ? 400 : 5), null],
  ['an amount', [...'12.50', 'Enter'], 5, null],
  ['other keys in between', [...'400638', 'ArrowDown', ...'1333', 'Enter'], 5, null],
])('keys of %s', (_who, keys, gap, code) => {
  expect(codeOf(keys, gap)).toBe(code);
});

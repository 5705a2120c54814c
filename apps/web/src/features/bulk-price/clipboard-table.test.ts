import { expect, test } from 'vitest';
import { parseClipboardTable, plainAmount, writeClipboardTable } from './clipboard-table.ts';

test.each([
  ['one value, as a spreadsheet ends it', '19.90\r\n', [['19.90']]],
  ['a column', '1\n2\n3', [['1'], ['2'], ['3']]],
  [
    'two columns of Windows',
    '1.00\t0.50\r\n2.00\t0.75\r\n',
    [
      ['1.00', '0.50'],
      ['2.00', '0.75'],
    ],
  ],
  ['old Macintosh line ends', '1\r2\r', [['1'], ['2']]],
  ['a blank line inside', '1\n\n3\n', [['1'], [''], ['3']]],
  [
    'an empty last column',
    '1\t\n2\t5\n',
    [
      ['1', ''],
      ['2', '5'],
    ],
  ],
  ['a quoted cell with a tab and quotes', '"a\t""b"""\t2\n', [['a\t"b"', '2']]],
  ['nothing', '', []],
])('reads %s', (_, text, rows) => {
  expect(parseClipboardTable(text)).toEqual(rows);
});

test('writes what it reads', () => {
  const rows = [
    ['1.00', '0.50'],
    ['2.00', ''],
  ];
  expect(parseClipboardTable(writeClipboardTable(rows))).toEqual(rows);
});

test.each([
  ['$1,234.50', 'USD', '1234.50'],
  ['19.90 €', 'EUR', '19.90'],
  ['EUR 19.90', 'EUR', '19.90'],
  ['\u00a01 200'.replace(' ', ''), 'USD', '1200'],
  ['¥1500', 'JPY', '1500'],
  ['12.00', 'not a currency', '12.00'],
])('%s in %s is plainly %s', (text, currency, amount) => {
  expect(plainAmount(text, currency)).toBe(amount);
});

test.each([
  ['€19.90', 'USD'],
  ['1,234', 'USD'],
  ['12,5', 'USD'],
  ['-3', 'USD'],
])('%s in %s is left for the person to settle', (text, currency) => {
  expect(plainAmount(text, currency)).toBe(text);
});

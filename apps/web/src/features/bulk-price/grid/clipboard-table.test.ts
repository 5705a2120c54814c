import { expect, test } from 'vitest';
import { parseClipboardTable, writeClipboardTable } from './clipboard-table.ts';

test.each([
  ['one value with a trailing line break', '19.90\r\n', [['19.90']]],
  ['a column', '1\n2\n3', [['1'], ['2'], ['3']]],
  [
    'two columns of Windows',
    '1.00\t0.50\r\n2.00\t0.75\r\n',
    [
      ['1.00', '0.50'],
      ['2.00', '0.75'],
    ],
  ],
  ['classic Mac line endings', '1\r2\r', [['1'], ['2']]],
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
  ['a name starting with a quote', '"Best" hat\t2\n', [['"Best" hat', '2']]],
  ['a trailing empty cell', '1\t', [['1', '']]],
  ['nothing', '', []],
])('reads %s', (_, text, rows) => {
  expect(parseClipboardTable(text)).toEqual(rows);
});

test('round-trips', () => {
  const rows = [
    ['1.00', '0.50'],
    ['2.00', ''],
    ['"Best" hat', '"best"'],
    ['two\nlines', 'a\ttab'],
  ];
  expect(parseClipboardTable(writeClipboardTable(rows))).toEqual(rows);
});

import { expect, test } from 'vitest';
import { headOfFile } from './head-of-file.ts';

const utf16 = (text: string) => new Blob([Buffer.from(`\uFEFF${text}`, 'utf16le')]);

test.each([
  ['ends with a line', new Blob(['SKU,Price\n', 'A,1\n', 'B,2\n']), 16, 'SKU,Price\nA,1\n'],
  ['never ends within a quoted cell', new Blob(['SKU,Text\nA,"one\ntwo', '"\n']), 18, 'SKU,Text\n'],
  ['knows lines of old systems', new Blob(['SKU\rA\rB\rC\r']), 7, 'SKU\rA\r'],
  ['keeps characters of two bytes whole', utf16('SKU\nA\nB\n'), 13, '\uFEFFSKU\nA\n'],
])('the head of a text file %s', async (_, file, bytes, expected) => {
  const head = Buffer.from(await (await headOfFile(file, bytes)).arrayBuffer());
  const encoding = expected.startsWith('\uFEFF') ? 'utf16le' : 'utf8';
  expect(head.toString(encoding)).toBe(expected);
});

test.each([
  ['that is short', new Blob(['SKU\nA\n'])],
  ['of Excel', new Blob(['PK\u0003\u0004 and then\n', 'more\n', ' '.repeat(100)])],
  ['of one line', new Blob(['x'.repeat(100)])],
])('a file %s is taken whole', async (_, file) => {
  expect(await headOfFile(file, 50)).toBe(file);
});

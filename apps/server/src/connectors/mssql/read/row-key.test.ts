import { expect, it } from 'vitest';
import { decodeRowKey, encodeRowKey, refusalOfId } from './row-key.ts';

it('keeps a single-column key as is', () => {
  for (const key of ['17', 'a|b', '\\', '', "'; DROP TABLE x--", '”']) {
    expect(encodeRowKey([key])).toBe(key);
    expect(decodeRowKey(key, 1)).toEqual([key]);
  }
});

it('keeps all composite keys distinct, and decodes them', () => {
  const parts = ['', 'a', '|', '\\', '\\|', 'a|', '|a', '\\\\', 'Süd'];
  const keys = parts.flatMap((one) => parts.map((other) => [one, other]));
  expect(new Set(keys.map(encodeRowKey)).size).toBe(keys.length);
  for (const key of keys) expect(decodeRowKey(encodeRowKey(key), 2)).toEqual(key);
  expect(decodeRowKey(encodeRowKey(['1', '2', '3']), 3)).toEqual(['1', '2', '3']);
});

it('accepts nothing else as a composite key', () => {
  for (const key of ['', 'a', 'a|b|c', 'a\\b|c', 'a|b\\']) expect(decodeRowKey(key, 2)).toBeNull();
});

it('refuses ids that would be truncated or altered', () => {
  expect(refusalOfId('ok “1”')).toBeNull();
  expect(refusalOfId('a\0')).toContain('cannot be stored');
  expect(refusalOfId('\ud800')).toContain('cannot be stored');
  expect(refusalOfId('ü'.repeat(1_001))).toBe('is longer than 2000 bytes');
});

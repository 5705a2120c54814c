import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

test.each([
  ['/dashboard', '/dashboard'],
  ['/search?q=a%20b&type=sku#row', '/search?q=a%20b&type=sku#row'],
  ['/stores/0190/edit', '/stores/0190/edit'],
])('keeps the internal path %s', (value, expected) => {
  expect(safeReturnPath(value)).toBe(expected);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'dashboard',
  '',
  undefined,
  42,
  '/login',
  '/login?return_to=/login',
  '/setup?token=x',
  '/reset-password#access_token=x',
])('redirects home instead of to %s', (value) => {
  expect(safeReturnPath(value)).toBe('/');
});

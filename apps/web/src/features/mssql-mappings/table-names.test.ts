import { expect, test } from 'vitest';
import { isSameTable } from './table-names.ts';

test('table names match regardless of brackets, quotes, default schema and case', () => {
  expect(isSameTable('dbo.Products', '[dbo].[Products]')).toBe(true);
  expect(isSameTable('Products', 'DBO.products')).toBe(true);
  expect(isSameTable('"Lager Süd"."Preis (€)"', '[Lager Süd].[Preis (€)]')).toBe(true);
  expect(isSameTable('[odd]]name]', 'dbo."odd]name"')).toBe(true);
});

test('a dot within brackets is part of a name', () => {
  expect(isSameTable('[dbo.Products]', 'dbo.Products')).toBe(false);
  expect(isSameTable('dbo.[a.b]', '[dbo].[a.b]')).toBe(true);
  expect(isSameTable('shop.Products', 'dbo.Products')).toBe(false);
});

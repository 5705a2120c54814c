import type { MssqlTable } from '@storefleet/contract/stores/mssql';
import { expect, test } from 'vitest';
import { findTables } from './table-choice.ts';

const named = (name: string): MssqlTable => ({
  schema: 'dbo',
  name,
  qualified_name: `dbo.${name}`,
  type: 'table',
  row_count: 1,
});
const tables = ['Products', 'ProductPrices', 'Orders'].map(named);
const found = (text: string) => findTables(tables, text).map(({ name }) => name);

test('every word has to be in the name, whatever its case', () => {
  expect(found('product')).toEqual(['Products', 'ProductPrices']);
  expect(found('PRICE dbo')).toEqual(['ProductPrices']);
  expect(found('nothing')).toEqual([]);
  expect(found('')).toHaveLength(3);
});

test('where the name of a table stands, the others are offered too', () => {
  expect(found('dbo.products')).toHaveLength(3);
});

import type { MssqlTableReport } from '@storefleet/contract/stores/mssql/mssql';
import { expect, test } from 'vitest';
import { buildTableReport } from '../../../testing/builders/build-table-report.ts';
import { catchOf, rowsLeft, updateWords } from './mssql-test-words.ts';

test.each<[rows: number, left: number, whereClause: string, words: string]>([
  [5_000, 0, 'a = 1', '0 of 5,000'],
  [5_000, 5_003, 'a = 1', '5,003'],
  [0, 0, '', '0'],
])('of %d rows, %d left by "%s": %s', (row_count, matching_rows, whereClause, words) => {
  expect(rowsLeft(buildTableReport({ row_count, matching_rows }), whereClause)).toBe(words);
});

test.each<[part: Partial<MssqlTableReport>, title: string | null]>([
  [{}, null],
  [{ row_count: 0, matching_rows: 0 }, 'Connected, but dbo.Products has no rows'],
  [{ matching_rows: 0 }, 'Connected, but the condition leaves no row'],
  [{ primary_key: [] }, 'Connected, but rows of this table cannot be edited'],
  [{ update_granted: false }, 'Connected, but rows of this table cannot be edited'],
])('%o is pointed out', (part, title) => {
  expect(catchOf(buildTableReport(part))).toBe(title);
});

test.each<[part: Partial<MssqlTableReport>, words: string]>([
  [{}, 'Granted'],
  [{ locked_columns: ['Price', 'Cost'] }, 'Granted, except on Price, Cost'],
  [{ update_granted: false, locked_columns: ['Price'] }, 'Not granted: rows are read-only'],
])('UPDATE with %o: %s', (part, words) => {
  expect(updateWords(buildTableReport(part))).toBe(words);
});

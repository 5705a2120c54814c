import { expect, test } from 'vitest';
import { textTable } from './text-table.ts';

test('columns are as wide as their longest cell, and numbers end together', () => {
  expect(
    textTable(
      ['Store', 'Products', 'Synced'],
      [
        ['Tidal Goods', 12, null],
        ['Reef', 1_204, 'today'],
      ],
    ),
  ).toBe(
    ['Store        Products  Synced', 'Tidal Goods        12  –', 'Reef             1204  today'].join('\n'),
  );
});

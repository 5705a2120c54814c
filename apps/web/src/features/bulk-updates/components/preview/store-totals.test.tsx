import { MantineProvider } from '@mantine/core';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-updates';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildBulkUpdateStore } from '../../../../testing/builders/build-bulk-update.ts';
import { totalsWithout, warningsWithout } from '../../left-out.ts';
import { StoreTotals } from './store-totals.tsx';

const harbour = buildBulkUpdateStore({
  store_name: 'Harbour',
  status: 'planned',
  total: 3,
  amounts: [
    {
      attribute: 'price',
      before: '100.00',
      after: '87.50',
      largest_rise_percent: null,
      largest_fall_percent: 12.5,
    },
  ],
});

function rowTexts(leftOut: readonly BulkUpdateItem[]): string[][] {
  render(
    <MantineProvider>
      <StoreTotals stores={totalsWithout([harbour], leftOut)} />
    </MantineProvider>,
  );
  return screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
}

const item = (old_value: string, new_value: string) =>
  ({
    store_id: harbour.store_id,
    changes: [{ attribute: 'price', old_value, new_value }],
    warnings: ['large_change'],
  }) as unknown as BulkUpdateItem;

test.each([
  ['all rows', [], ['3', '$100.00', '$87.50', '−$12.50', '–', '−12.5%']],
  [
    'without the one that changes most',
    [item('40.00', '35.00')],
    ['2', '$60.00', '$52.50', '−$7.50', '–', 'at most −12.5%'],
  ],
  ['without another one', [item('0.10', '0.09')], ['2', '$99.90', '$87.41', '−$12.49', '–', '−12.5%']],
  [
    'without an empty one',
    [item('', '')].map((row) => ({ ...row, changes: [] })),
    ['2', '$100.00', '$87.50', '−$12.50', '–', '−12.5%'],
  ],
])('the totals of %s', (_, leftOut, cells) => {
  expect(rowTexts(leftOut)[1]).toEqual(['Harbour', ...cells]);
});

test('a warning says how much of it is left out, and goes with its last row', () => {
  const warnings = [{ code: 'large_change' as const, count: 2, message: '2 rows change by more than 50%.' }];
  const row = item('10.00', '20.00');
  expect(warningsWithout(warnings, [row]).map(({ message }) => message)).toEqual([
    '2 rows change by more than 50%. 1 of them is left out.',
  ]);
  expect(warningsWithout(warnings, [row, row])).toEqual([]);
});

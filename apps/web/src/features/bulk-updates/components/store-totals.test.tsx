import { MantineProvider } from '@mantine/core';
import type { BulkUpdateStore } from '@storefleet/contract/bulk-updates';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StoreTotals } from './store-totals.tsx';

const harbour: BulkUpdateStore = {
  store_id: '0190a000-0000-7000-8000-000000000001',
  store_name: 'Harbour',
  store_currency: 'USD',
  status: 'planned',
  total: 3,
  succeeded: 0,
  failed: 0,
  unchanged: 0,
  cancelled: 0,
  waiting_until: null,
  waiting: null,
  amounts: [
    {
      attribute: 'price',
      before: '100.00',
      after: '87.50',
      largest_rise_percent: null,
      largest_fall_percent: 12.5,
    },
  ],
};

function rowTexts(leftOut: number): string[][] {
  render(
    <MantineProvider>
      <StoreTotals stores={[harbour]} leftOut={leftOut} />
    </MantineProvider>,
  );
  return screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
}

test('a sum that falls has the sign that its percentage has', () => {
  expect(rowTexts(0)[1]).toEqual(['Harbour', '3', '$100.00', '$87.50', '−$12.50', '–', '−12.5%']);
  expect(screen.queryByText(/left out/)).toBeNull();
});

test('totals that still count rows that are left out say so', () => {
  rowTexts(2);
  expect(screen.getByText('The totals still count the 2 rows that are left out.')).toBeTruthy();
});

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildBulkUpdateStore } from '../../../../testing/builders/build-bulk-update.ts';
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

test('store totals show sums, difference and largest changes', () => {
  render(
    <MantineProvider>
      <StoreTotals stores={[harbour]} />
    </MantineProvider>,
  );
  const [, row] = screen.getAllByRole('row').map((one) => [...one.children].map((cell) => cell.textContent));
  expect(row).toEqual(['Harbour', '3', '$100.00', '$87.50', '−$12.50', '–', '−12.5%']);
});

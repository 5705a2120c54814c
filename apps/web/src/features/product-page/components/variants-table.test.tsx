import type { ApiClient } from '@storefleet/client/api-client';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildProduct } from '../../../testing/builders/build-product.ts';
import { buildVariant } from '../../../testing/builders/build-result-item.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { VariantsTable } from './variants-table.tsx';

const unanswered = { call: () => new Promise(() => undefined) } as unknown as ApiClient;

const customs = () => screen.getByRole('table', { name: 'Inventory, tax and customs' });

/** The first cell of each row of the table about customs. */
function rowsWith(...codes: (string | null)[]): (string | null)[] {
  const variants = codes.map((hs_code, index) =>
    buildVariant({ id: `${index}`, title: `Size ${index}`, hs_code }),
  );
  renderPart(<VariantsTable product={buildProduct({ variants })} />, unanswered);
  return within(customs())
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
}

test('values that all variants have in common take one row', () => {
  expect(rowsWith('9403', '9403', '9403')).toEqual(['All 3 variants']);
});

test('values that differ have a row for each variant', () => {
  expect(rowsWith('9403', '9404')).toEqual(['Size 0', 'Size 1']);
});

test('a value that was never read is not the same as none', () => {
  expect(rowsWith('', null)).toEqual(['Size 0', 'Size 1']);
});

test('the row of all variants tells of no single one and does not scroll', () => {
  expect(rowsWith(...Array.from({ length: 31 }, () => '9403'))).toEqual(['All 31 variants']);
  expect(within(customs()).getByText('9403').closest('[data-shown-value]')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Inventory, tax and customs' })).toBeNull();
});

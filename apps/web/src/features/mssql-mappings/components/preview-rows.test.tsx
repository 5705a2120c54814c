import type { ApiClient } from '@storefleet/client/api-client';
import type { MappingPreview } from '@storefleet/contract/stores/mssql/mssql';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildTableReport } from '../../../testing/builders/build-table-report.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { PreviewRows } from './preview-rows.tsx';

const unanswered = { call: () => new Promise(() => undefined) } as unknown as ApiClient;

test('shows the value of the table where another is imported, not where only zeros differ', () => {
  const row = (sku: string, cost: string, after: { sku: string; cost: string }) => ({
    key: `Id = ${sku}`,
    before: { item_no: sku, unit_cost: cost },
    after,
    problem: null,
  });
  const preview = {
    table: buildTableReport(),
    rows: [
      row('a-1', '357.6110', { sku: 'A-1', cost: '357.611' }),
      row('7.50', '7.5000', { sku: '7.5', cost: '8.5' }),
    ],
    warnings: [],
    blocked_because: null,
  } as MappingPreview;
  const map = (source_field: string, target_field: string) => ({
    source_field,
    target_field,
    child_table: null,
  });
  const mappings = [map('item_no', 'sku'), map('unit_cost', 'cost')];
  renderPart(<PreviewRows preview={preview} mappings={mappings} />, unanswered);
  const shown = screen.getAllByText(/^in the table: /).map(({ textContent }) => textContent);
  expect(shown).toEqual(['in the table: a-1', 'in the table: 7.50', 'in the table: 7.5000']);
});

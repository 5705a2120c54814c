import type { ApiClient } from '@storefleet/client/api-client';
import { ImportMatches, ImportUpload } from '@storefleet/contract/edits/imports';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showToast } from '../../../components/feedback/toast.ts';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { blank } from '../../../testing/builders/blank.ts';
import { refusal } from '../../../testing/refusals.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { ImportDialog } from './import-dialog.tsx';

vi.mock('../../../components/feedback/toast.ts', () => ({ showToast: vi.fn() }));

const column = (
  heading: string,
  meaning: ImportUpload['columns'][number]['meaning'] = null,
): ImportUpload['columns'][number] => ({ heading, samples: [], meaning });

const upload = (columns: ImportUpload['columns'], sheets: string[] = []): ImportUpload => ({
  ...blank(ImportUpload),
  file_name: 'a.csv',
  columns,
  sheet: sheets[0] ?? null,
  sheets,
});

const matches: ImportMatches = {
  ...blank(ImportMatches),
  rows: 2,
  matched: 1,
  unmatched: 1,
  open: [
    {
      row_number: 3,
      kind: 'unmatched',
      reason: 'No variant has it.',
      cells: ['HOT'],
      keys: {},
      variant_ids: [],
    },
  ],
};

const suggestion = {
  variant_ids: ['v'],
  product_title: 'Hat',
  variant_title: 'Default Title',
  sku: 'HAT',
  barcode: null,
  price: '1.00',
  currency: 'EUR',
  store_names: ['Atlas'],
  reason: 'differs in one character',
};

type Answers = Record<string, (asked: { query?: { sheet?: string }; body?: unknown }) => unknown>;

/** The dialog with a file; `answers`: API answers. */
function choose(name: string, answers: Answers, onRead = vi.fn()): void {
  const call = async (id: string, asked = {}) =>
    id === 'stores.list' ? { stores: [] } : (answers[id]?.(asked) ?? { rows: [{ suggestions: [] }] });
  const api = { call } as unknown as ApiClient;
  renderPart(<ImportDialog pasted={null} onClose={cleanup} onRead={onRead} />, api, createQueryClient());
  const picker = document.querySelector('input[type="file"]') as Element;
  fireEvent.change(picker, { target: { files: [new File(['PK'], name)] } });
}

test('after an unusable sheet another one can be chosen', async () => {
  const sheets = ['Prices', 'Empty'];
  choose('prices.xlsx', {
    'bulkUpdates.uploadImport': () => upload([column('SKU')], sheets),
    'bulkUpdates.readImport': ({ query }) => {
      if (query?.sheet === 'Empty') throw refusal('This file is empty.');
      return upload([column('SKU')], sheets);
    },
  });
  await screen.findByRole('combobox', { name: 'Sheet' });
  const sheet = () => screen.getByRole('combobox', { name: 'Sheet' });
  fireEvent.change(sheet(), { target: { value: 'Empty' } });
  await screen.findByText('This file is empty.');
  fireEvent.change(sheet(), { target: { value: 'Prices' } });
  await screen.findByRole('combobox', { name: 'Meaning of SKU' });
  await vi.waitFor(() => expect(screen.queryByText('This file is empty.')).toBeNull());
});

test('a repeated heading is asked about once', async () => {
  const columns = [column('SKU'), column('Note'), column('Note')];
  choose('a.csv', { 'bulkUpdates.uploadImport': () => upload(columns) });
  expect(await screen.findAllByRole('combobox', { name: 'Meaning of Note' })).toHaveLength(1);
});

test.each([
  ['no column to match variants by', [column('Price', 'price')], /which column has the SKU/],
  [
    'nothing to write',
    [column('SKU', 'sku'), column('Store', 'store_name')],
    /a column with values to write/,
  ],
  ['one meaning twice', [column('A', 'sku'), column('B', 'sku')], /“A” and “B” mean the same/],
  [
    'one heading twice',
    [column('SKU', 'sku'), column('SKU', 'sku')],
    /Two columns are called “SKU”\. Rename/,
  ],
])('says what is missing: %s', async (_, columns, words) => {
  choose('a.csv', { 'bulkUpdates.uploadImport': () => upload(columns) });
  await screen.findByText(words);
  expect(screen.getByRole('button', { name: 'Preview changes' })).toHaveProperty('disabled', true);
});

const columns = [column('SKU', 'sku'), column('Price', 'price')];

test('a row’s choice is part of the plan, and is cleared when rows are rematched', async () => {
  const plan = vi.fn(() => ({ batch_id: 'b' }));
  const onRead = vi.fn();
  choose(
    'a.csv',
    {
      'bulkUpdates.uploadImport': () => upload(columns),
      'bulkUpdates.matchImport': () => matches,
      'bulkUpdates.findNear': () => ({ rows: [{ suggestions: [suggestion] }] }),
      'bulkUpdates.planImport': plan,
    },
    onRead,
  );
  const hat = () => screen.findByRole('checkbox', { name: /^Hat: differs in one character/ });
  fireEvent.click(await hat());
  await screen.findByText('Every row is matched.');
  fireEvent.click(screen.getByRole('checkbox', { name: /in each of these stores/ }));
  expect(await hat()).toHaveProperty('checked', false);
  fireEvent.click(await hat());
  fireEvent.click(screen.getByRole('button', { name: 'Preview changes' }));
  await vi.waitFor(() => expect(onRead).toHaveBeenCalledWith('b'));
  const picks = [{ row_number: 3, variant_ids: ['v'] }];
  expect(plan).toHaveBeenCalledWith(
    expect.objectContaining({ body: expect.objectContaining({ in_each_store: true, picks }) }),
  );
});

test.each([
  ['its preview is announced', async () => ({ batch_id: 'b' }), 'The preview of a.csv is ready'],
  ['its refusal is announced', () => Promise.reject(refusal('No rows.')), 'No rows.'],
])('an import continues after its dialog closes, and %s', async (_, end, words) => {
  const finish = Promise.withResolvers<void>();
  const onRead = vi.fn();
  choose(
    'a.csv',
    {
      'bulkUpdates.uploadImport': () => upload(columns),
      'bulkUpdates.matchImport': () => ({ ...matches, open: [] }),
      'bulkUpdates.planImport': () => finish.promise.then(end),
    },
    onRead,
  );
  await screen.findByText(/1 matches nothing/);
  fireEvent.click(screen.getByRole('button', { name: 'Preview changes' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue in background' }));
  finish.resolve();
  await vi.waitFor(() =>
    expect(showToast).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringContaining(words) }),
    ),
  );
  expect(onRead).not.toHaveBeenCalled();
});

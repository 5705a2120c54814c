import type { ApiClient } from '@storefleet/client/api-client';
import type { ImportColumns } from '@storefleet/contract/edits/bulk-updates';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showToast } from '../../../../components/feedback/toast.ts';
import { createQueryClient } from '../../../../lib/api/query-client.ts';
import { refusal } from '../../../../testing/refusals.ts';
import { renderPart } from '../../../../testing/render-part.tsx';
import { ImportDialog } from './import-dialog.tsx';

vi.mock('../../../../components/feedback/toast.ts', () => ({ showToast: vi.fn() }));

const column = (heading: string): ImportColumns['columns'][number] => ({
  heading,
  samples: [],
  meaning: null,
});

/** The dialog with a file of two sheets, the second of which is empty. */
async function chooseWorkbook(...columns: ImportColumns['columns']): Promise<void> {
  const call = async (id: string, { query }: { query?: { sheet?: string } } = {}) => {
    if (id === 'stores.list') return { stores: [] };
    if (query?.sheet === 'Empty') throw refusal('This file is empty.');
    return { columns, sheet: 'Prices', sheets: ['Prices', 'Empty'] };
  };
  const dialog = <ImportDialog onClose={vi.fn()} onRead={vi.fn()} />;
  renderPart(dialog, { call } as unknown as ApiClient, createQueryClient());
  const picker = document.querySelector('input[type="file"]');
  if (picker === null) throw new Error('No file can be chosen.');
  fireEvent.change(picker, { target: { files: [new File(['PK'], 'prices.xlsx')] } });
  await screen.findByRole('combobox', { name: 'Sheet' });
}

test('another sheet can be chosen after one that cannot be imported', async () => {
  await chooseWorkbook(column('SKU'));
  const sheet = () => screen.getByRole('combobox', { name: 'Sheet' });
  fireEvent.change(sheet(), { target: { value: 'Empty' } });
  await screen.findByText('This file is empty.');
  expect(sheet()).toHaveProperty('value', 'Empty');
  fireEvent.change(sheet(), { target: { value: 'Prices' } });
  await screen.findByRole('combobox', { name: 'Meaning of SKU' });
  expect(screen.queryByText('This file is empty.')).toBeNull();
});

test('a heading that repeats is asked for once', async () => {
  await chooseWorkbook(column('SKU'), column('Note'), column('Note'));
  expect(screen.getAllByRole('combobox', { name: 'Meaning of Note' })).toHaveLength(1);
});

test.each([
  ['its preview is told', async () => ({ batch_id: 'b' }), 'The preview of a.csv is ready'],
  ['its refusal is told', () => Promise.reject(refusal('No rows.')), 'No rows.'],
])('an import goes on when its dialog is left, and %s', async (_, end, words) => {
  const finish = Promise.withResolvers<void>();
  const call = async (id: string) => {
    if (id === 'stores.list') return { stores: [] };
    if (id === 'bulkUpdates.readImportColumns') return { columns: [column('SKU')], sheet: null, sheets: [] };
    await finish.promise;
    return end();
  };
  const onRead = vi.fn();
  const client = createQueryClient();
  const api = { call } as unknown as ApiClient;
  renderPart(<ImportDialog onClose={cleanup} onRead={onRead} />, api, client);
  const picker = document.querySelector('input[type="file"]') as Element;
  fireEvent.change(picker, { target: { files: [new File(['SKU'], 'a.csv')] } });
  await screen.findByRole('combobox', { name: 'Meaning of SKU' });
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

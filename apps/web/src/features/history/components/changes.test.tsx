import { MantineProvider } from '@mantine/core';
import type { HistoryPage } from '@storefleet/contract/catalogue/history';
import { messages } from '@storefleet/contract/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiProvider } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildHistoryRecord } from '../../../testing/builders/build-history-record.ts';
import { type HistoryView, viewOf } from '../filters/history-address.ts';
import { Changes } from './changes.tsx';

const unavailable = new ApiError({
  status: 503,
  code: 'service_unavailable',
  detail: 'The database does not answer.',
});
const unexpected = new ApiError({ status: 502, code: 'unexpected_answer', detail: messages.unexpectedError });

const pageOf = (titles: readonly string[], total: number): HistoryPage => ({
  data: titles.map((title) =>
    buildHistoryRecord({ id: title, product_details: { title, variant_title: null, sku: null } }),
  ),
  batches: [],
  total,
  total_pages: Math.ceil(total / 50),
});

type Query = { page: number; view_all?: boolean };

function show(answer: (query: Query) => HistoryPage | Error, first: Partial<HistoryView> = {}) {
  const api = {
    call: async (_id: string, { query }: { query: Query }) => {
      const page = answer(query);
      if (page instanceof Error) throw page;
      return page;
    },
  } as unknown as ApiClient;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onClear = vi.fn();
  const onChange = vi.fn();
  const tree = (view: Partial<HistoryView>) => (
    <MantineProvider env="test">
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>
          <Changes view={{ ...viewOf({}), ...view }} onChange={onChange} onClear={onClear}>
            {({ records, stale }) => (
              <ul aria-busy={stale}>
                {records.map(({ id }) => (
                  <li key={id}>{id}</li>
                ))}
              </ul>
            )}
          </Changes>
        </QueryClientProvider>
      </ApiProvider>
    </MantineProvider>
  );
  const { rerender } = render(tree(first));
  return { onClear, onChange, go: (view: Partial<HistoryView>) => rerender(tree(view)) };
}

test('keeps the rows in sight when the next page cannot be loaded, and tries again when asked', async () => {
  let broken = true;
  const { go } = show(({ page }) =>
    page === 1 ? pageOf(['Hat'], 51) : broken ? unavailable : pageOf(['Mug'], 51),
  );
  expect(await screen.findByText('51 changes. Displaying page 1 of 2.')).toBeTruthy();
  go({ page: 2 });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(messages.history.loadFailed);
  expect(alert.textContent).toContain('The database does not answer.');
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true');
  expect(screen.getByText('Hat')).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Mug')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('tells an answer that nobody expected apart from a failure', async () => {
  show(() => unexpected);
  expect((await screen.findByRole('alert')).textContent).toContain(messages.unexpectedError);
});

test('says what an empty list means, and clears the filters that made it empty', async () => {
  const { go, onClear } = show(() => pageOf([], 0));
  expect(await screen.findByRole('heading', { name: /No changes found/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  go({ from: '2026-03-01' });
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(onClear).toHaveBeenCalledOnce();
});

test('leads back from a page that is not there', async () => {
  const { onChange } = show(() => pageOf([], 120), { page: 9 });
  fireEvent.click(await screen.findByRole('button', { name: 'Go to the last page' }));
  expect(onChange).toHaveBeenCalledWith({ page: 3 });
});

test('loads request by request until all are there, and shows no record twice', async () => {
  const asked: Query[] = [];
  show(
    (query) => {
      asked.push(query);
      const titles = [['Hat', 'Mug'], ['Mug', 'Tent'], ['Rope']][query.page - 1] ?? [];
      return pageOf(titles, 10_002);
    },
    { viewAll: true },
  );
  expect(await screen.findByText('Rope')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Hat',
    'Mug',
    'Tent',
    'Rope',
  ]);
  expect(asked).toMatchObject([
    { page: 1, view_all: true },
    { page: 2, view_all: true },
    { page: 3, view_all: true },
  ]);
});

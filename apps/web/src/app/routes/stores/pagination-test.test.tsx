import type { PaginationTestResult } from '@storefleet/contract/catalogue/products';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CallInput } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildStore } from '../../../testing/build-store.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const store = buildStore();
const ADDRESS = `/stores/${store.id}/pagination-test`;
const RUN = 'Run Pagination Test';

const result: PaginationTestResult = {
  store_name: 'Atlas Outdoor',
  total_products: 350,
  pages_fetched: 2,
  products_per_page_limit: 250,
  pagination_details: [
    {
      page: 1,
      products_in_page: 250,
      total_products_so_far: 250,
      has_next_page: true,
      next_page_info_preview: 'eyJsYXN0X2lk',
    },
    {
      page: 2,
      products_in_page: 100,
      total_products_so_far: 350,
      has_next_page: false,
      next_page_info_preview: null,
    },
  ],
};

type Input = CallInput<'products.paginationTest'>;

async function maxPages(): Promise<HTMLInputElement> {
  return screen.findByRole<HTMLInputElement>('spinbutton', { name: /^Max pages/ });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('ten pages are read unless another number is entered, and each page is listed', async () => {
  const asked: Input[] = [];
  renderApp(ADDRESS, {
    'stores.get': () => store,
    'products.paginationTest': (input) => {
      asked.push(input);
      return result;
    },
  });
  expect((await maxPages()).value).toBe('10');
  expect(screen.getByRole('link', { name: 'Back to Atlas Outdoor' })).toBeTruthy();
  expect(screen.getByText('No test has been run yet')).toBeTruthy();
  press(RUN);
  const report = within(await screen.findByRole('region', { name: 'Result' }));
  expect(asked[0]?.query).toEqual({ store_id: store.id, max_pages: 10 });
  for (const text of ['Atlas Outdoor', '350', '250']) {
    expect(report.getAllByText(text).length).toBeGreaterThan(0);
  }
  expect(report.getByText('Every page was read: 350 products in 2 pages.')).toBeTruthy();
  const rows = report.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Page', 'Products in page', 'Total so far', 'Has next page', 'Next page info'],
    ['1', '250', '250', 'Yes', 'eyJsYXN0X2lk'],
    ['2', '100', '350', 'No', '–No next page'],
  ]);
});

test('a test that stopped before the end says so', async () => {
  const first = result.pagination_details.slice(0, 1);
  renderApp(ADDRESS, {
    'stores.get': () => store,
    'products.paginationTest': () => ({
      ...result,
      total_products: 250,
      pages_fetched: 1,
      pagination_details: first,
    }),
  });
  fireEvent.change(await maxPages(), { target: { value: '1' } });
  press(RUN);
  expect(await screen.findByText('Stopped after 1 page, as asked. There are more.')).toBeTruthy();
});

test.each(['0', '101', '', '2.5'])('"%s" is no number of pages: nothing is asked', async (value) => {
  const { calls } = renderApp(ADDRESS, { 'stores.get': () => store });
  fireEvent.change(await maxPages(), { target: { value } });
  press(RUN);
  expect(await screen.findByText('Enter a whole number from 1 to 100.')).toBeTruthy();
  expect(calls.map(({ id }) => id)).not.toContain('products.paginationTest');
});

test('a test that fails says why, and the last result stays', async () => {
  const answers = [result, new ApiError({ status: 502, code: 'source_unavailable', detail: 'No answer.' })];
  renderApp(ADDRESS, {
    'stores.get': () => store,
    'products.paginationTest': () => answers.shift() ?? result,
  });
  await maxPages();
  press(RUN);
  await screen.findByRole('region', { name: 'Result' });
  await waitFor(() => {
    if (!screen.queryByText(messages.paginationTest.failed)) press(RUN);
    screen.getByText(messages.paginationTest.failed);
  });
  expect(screen.getByText('No answer.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Result' })).toBeTruthy();
  press('Dismiss');
  await waitFor(() => expect(screen.queryByText(messages.paginationTest.failed)).toBeNull());
});

test('a test can be cancelled while it runs', async () => {
  const signals: AbortSignal[] = [];
  renderApp(ADDRESS, {
    'stores.get': () => store,
    'products.paginationTest': ({ signal }) => {
      if (signal) signals.push(signal);
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
      );
    },
  });
  await maxPages();
  press(RUN);
  expect(await screen.findByText('Reading live pages from Atlas Outdoor')).toBeTruthy();
  press('Cancel');
  await waitFor(() => expect(screen.queryByText('Reading live pages from Atlas Outdoor')).toBeNull());
  expect(signals[0]?.aborted).toBe(true);
  expect(screen.queryByText(messages.paginationTest.failed)).toBeNull();
  expect(screen.getByText('No test has been run yet')).toBeTruthy();
});

test('a store that is not there says so', async () => {
  renderApp(ADDRESS, {
    'stores.get': () => new ApiError({ status: 404, code: 'store_not_found', detail: 'Store not found!' }),
  });
  await screen.findByRole('heading', { name: messages.stores.notFound });
  expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toBeTruthy();
});

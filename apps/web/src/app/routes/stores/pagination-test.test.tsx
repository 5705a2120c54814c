import type { PaginationTestResult } from '@storefleet/contract/catalogue/products';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildStore } from '../../../testing/builders/build-store.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { press } from '../../../testing/screen-form.ts';

const store = buildStore();
const ADDRESS = `/stores/${store.id}/pagination-test`;
const RUN = 'Run Pagination Test';

/** `[products in the page, products so far, how the next one is asked for]` by page. */
const resultOf = (pages: [number, number, string | null][]): PaginationTestResult => ({
  store_name: 'Atlas Outdoor',
  total_products: pages.at(-1)?.[1] ?? 0,
  pages_fetched: pages.length,
  products_per_page_limit: 250,
  pagination_details: pages.map(([products_in_page, total_products_so_far, next], index) => ({
    page: index + 1,
    products_in_page,
    total_products_so_far,
    has_next_page: next !== null,
    next_page_info_preview: next,
  })),
});
const firstPage: [number, number, string] = [250, 250, 'eyJsYXN0X2lk'];
const result = resultOf([firstPage, [100, 350, null]]);
const open = (test?: Answers['products.paginationTest']) =>
  renderApp(ADDRESS, { 'stores.get': () => store, ...(test && { 'products.paginationTest': test }) });

async function maxPages(): Promise<HTMLInputElement> {
  return screen.findByRole<HTMLInputElement>('spinbutton', { name: /^Max pages/ });
}

test('ten pages are read unless another number is entered, and each page is listed', async () => {
  let asked: unknown;
  open(({ query }) => {
    asked = query;
    return result;
  });
  expect((await maxPages()).value).toBe('10');
  screen.getByRole('link', { name: 'Back to Atlas Outdoor' });
  screen.getByText('No test has been run yet');
  press(RUN);
  const report = within(await screen.findByRole('region', { name: 'Result' }));
  expect(asked).toEqual({ store_id: store.id, max_pages: 10 });
  for (const text of ['Atlas Outdoor', '350', '250']) {
    expect(report.getAllByText(text).length).toBeGreaterThan(0);
  }
  report.getByText('Every page was read: 350 products in 2 pages.');
  const rows = report.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Page', 'Products in page', 'Total so far', 'Has next page', 'Next page info'],
    ['1', '250', '250', 'Yes', 'eyJsYXN0X2lk'],
    ['2', '100', '350', 'No', '–No next page'],
  ]);
});

test('a test that stopped before the end says so', async () => {
  open(() => resultOf([firstPage]));
  fireEvent.change(await maxPages(), { target: { value: '1' } });
  press(RUN);
  await screen.findByText('Stopped after 1 page, as asked. There are more.');
});

test.each(['0', '101', '', '2.5'])('"%s" is no number of pages: nothing is asked', async (value) => {
  const { calls } = open();
  fireEvent.change(await maxPages(), { target: { value } });
  press(RUN);
  await screen.findByText('Enter a whole number from 1 to 100.');
  expect(calls.map(({ id }) => id)).not.toContain('products.paginationTest');
});

test('a test that fails says why, and the last result stays', async () => {
  const answers = [result, refusal('No answer.')];
  open(() => answers.shift() ?? result);
  await maxPages();
  press(RUN);
  await screen.findByRole('region', { name: 'Result' });
  await waitFor(() => {
    if (!screen.queryByText(messages.paginationTest.failed)) press(RUN);
    screen.getByText(messages.paginationTest.failed);
  });
  screen.getByText('No answer.');
  screen.getByRole('region', { name: 'Result' });
  press('Dismiss');
  await waitFor(() => expect(screen.queryByText(messages.paginationTest.failed)).toBeNull());
});

test('a test can be cancelled while it runs', async () => {
  const signals: AbortSignal[] = [];
  open(({ signal }) => {
    if (signal) signals.push(signal);
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
    );
  });
  await maxPages();
  press(RUN);
  await screen.findByText('Reading live pages from Atlas Outdoor');
  press('Cancel');
  await waitFor(() => expect(screen.queryByText('Reading live pages from Atlas Outdoor')).toBeNull());
  expect(signals[0]?.aborted).toBe(true);
  expect(screen.queryByText(messages.paginationTest.failed)).toBeNull();
  screen.getByText('No test has been run yet');
});

import type { PaginationTestResult } from '@storefleet/contract/catalogue/products/products';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { everything, shop } from '../../../testing/every-screen.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { addressOf, press, region } from '../../../testing/screen-form.ts';

const RUN = 'Run Pagination Test';

/** `[products in the page, products so far, next page info]` per page. */
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
const open = (test: NonNullable<Answers['products.paginationTest']>) =>
  renderApp(`/stores/${shop.id}/pagination-test`, { ...everything, 'products.paginationTest': test });
const maxPages = () => screen.findByRole<HTMLInputElement>('spinbutton', { name: /^Max pages/ });

test('reads ten pages by default; a failed test keeps the previous result', async () => {
  const results = [resultOf([firstPage, [100, 350, null]]), refusal('No answer.')];
  const { calls } = open(() => results.shift() ?? resultOf([firstPage]));
  const input = await maxPages();
  expect(input.value).toBe('10');
  expect(addressOf('Back to Atlas Outdoor')).toBe(`/stores/${shop.id}`);
  for (const value of ['0', '101', '', '2.5']) {
    fireEvent.change(input, { target: { value } });
    press(RUN);
    await screen.findByText('Enter a whole number from 1 to 100.');
  }
  expect(results).toHaveLength(2);
  fireEvent.change(input, { target: { value: '10' } });
  press(RUN);
  const report = await region('Result');
  expect(calls.at(-1)).toMatchObject({ id: 'products.paginationTest' });
  report.getByText('Every page was read: 350 products in 2 pages.');
  const rows = report.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Page', 'Products in page', 'Total so far', 'Has next page', 'Next page info'],
    ['1', '250', '250', 'Yes', 'eyJsYXN0X2lk'],
    ['2', '100', '350', 'No', '–No next page'],
  ]);
  await waitFor(() => {
    if (results.length > 0) press(RUN);
    screen.getByText(messages.paginationTest.failed);
  });
  screen.getByRole('region', { name: 'Result' });
  press('Dismiss');
  await waitFor(() => expect(screen.queryByText(messages.paginationTest.failed)).toBeNull());
  fireEvent.change(input, { target: { value: '1' } });
  press(RUN);
  await screen.findByText('Stopped after 1 page, as asked. There are more.');
});

test('a test can be cancelled while it runs', async () => {
  let aborted = false;
  open(
    ({ signal }) =>
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => {
          aborted = true;
          reject(new DOMException('Aborted', 'AbortError'));
        }),
      ),
  );
  await maxPages();
  press(RUN);
  await screen.findByText('Reading live pages from Atlas Outdoor');
  press('Cancel');
  await waitFor(() => expect(screen.queryByText('Reading live pages from Atlas Outdoor')).toBeNull());
  expect(aborted).toBe(true);
  expect(screen.queryByText(messages.paginationTest.failed)).toBeNull();
  screen.getByText('No test has been run yet');
});

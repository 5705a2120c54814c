import { ApiError } from '@storefleet/client/api-error';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  buildResultItem,
  buildSearchPage,
  buildVariant,
} from '../../../testing/builders/build-result-item.ts';
import { buildStore } from '../../../testing/builders/build-store.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';

const openSearch = (address: string, answers: Answers) =>
  renderApp(`/search?${address}`, { 'stores.list': () => ({ stores: [], total: 0 }), ...answers });

test('a failure to load all results is shown, and Retry loads them', async () => {
  let isAway = true;
  openSearch('q=lamp&view=all', {
    'products.search': () =>
      isAway
        ? new ApiError({ status: 400, code: 'validation_failed', detail: 'Ask for less.' })
        : buildSearchPage(),
  });
  await screen.findByText(messages.search.loadAllFailed);
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText(messages.search.showing(1, 1));
});

test('all results are requested in pages of at most 5000', async () => {
  const asked: number[] = [];
  openSearch('q=lamp&view=all', {
    'products.search': ({ query }) => {
      const [limit, offset] = [Number(query.limit), Number(query.offset)];
      expect(limit).toBeLessThanOrEqual(5_000);
      asked.push(offset);
      const item = buildResultItem([buildVariant({ id: `variant-${offset}` })], { id: `product-${offset}` });
      return buildSearchPage([item], { total: 3, limit: 1, offset, has_more: offset < 2 });
    },
  });
  await screen.findByText(messages.search.showing(3, 3));
  expect(asked).toEqual([0, 1, 2]);
});

test('missing values are named, and a variant is named unless it is the only one', async () => {
  const plain = buildVariant({ id: 'plain', title: 'Default Title', price: '3.5', cost: null });
  const medium = buildVariant({ id: 'medium', title: 'Medium', sku: null, barcode: null });
  openSearch('q=tent', {
    'products.search': () =>
      buildSearchPage([
        buildResultItem([plain], { id: 'tent', title: 'Tent' }, { store_currency: 'EUR' }),
        buildResultItem([medium], { id: 'tarp', title: 'Tarp' }),
      ]),
  });
  await screen.findByText(messages.search.found(2, 1, 1));
  const [, ...rows] = screen
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['', 'TentSKU HAT-RED', '4006381333931', '€3.50', '–No cost', 'Atlas Outdoor'],
    ['', 'TarpMedium', '–No barcode', '$10.00', '$4.00', 'Atlas Outdoor'],
  ]);
});

test('results outside the chosen stores are counted, and shown on a click', async () => {
  const store = buildStore();
  const { calls } = openSearch(`q=hat&stores=${store.id}`, {
    'stores.list': () => ({ stores: [store], total: 1 }),
    'products.search': ({ query }) =>
      buildSearchPage(undefined, { total: query.store_ids === undefined ? 3 : 1 }),
    'products.searchElsewhere': ({ query }) => {
      expect(query).toEqual({ query: 'hat', type: 'name', store_ids: store.id });
      return { total: 2, more: false };
    },
  });
  await screen.findByText(/^2 more in stores that are not selected\./);
  fireEvent.click(screen.getByRole('button', { name: 'Show them' }));
  await screen.findByText(messages.search.found(3, 1, 1));
  expect(screen.queryByText(/in stores that are not selected/)).toBeNull();
  expect(calls.filter(({ id }) => id === 'products.searchElsewhere')).toHaveLength(1);
});

test('amounts are sorted within each currency, and the page says so', async () => {
  const stores = [
    buildStore(),
    buildStore({ id: '0190a000-0000-7000-8000-000000000009', store_currency: 'EUR' }),
  ];
  openSearch('q=hat&sort=price&dir=asc', {
    'stores.list': () => ({ stores, total: 2 }),
    'products.search': () => buildSearchPage(),
  });
  await screen.findByText(/Sorted by price within each currency: EUR, USD\.$/);
});

test('the header checkbox selects the whole result while View All is still loading', async () => {
  const { calls } = openSearch('q=hat&view=all', {
    'products.search': ({ query }) =>
      Number(query.offset) === 0
        ? buildSearchPage(undefined, { total: 3, limit: 1, has_more: true })
        : new Promise(() => undefined),
    'bulkUpdates.preview': () => new Promise(() => undefined),
  });
  await screen.findByText(messages.search.showing(1, 3));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }));
  const actions = within(await screen.findByRole('region', { name: 'Bulk Actions' }));
  actions.getByText('All 3 products selected, 2 not on this page');
  fireEvent.change(actions.getByLabelText('Value'), { target: { value: '12' } });
  fireEvent.click(actions.getByRole('button', { name: 'Preview changes' }));
  await waitFor(() =>
    expect(calls.at(-1)?.body).toMatchObject({ search: { query: 'hat', excluded_variant_ids: [] } }),
  );
});

test.each([
  ['channel:Moon', 'No store has a sales channel called “Moon”. There are: Online Store, POS.'],
  ['market-price:"Moon<10"', 'No store has a price list called “Moon”. There are: Europe.'],
  ['channel:pos', 'Check the spelling, use fewer words, or search by another field.'],
])('a name that no store reads is explained: %s', async (filter, sentence) => {
  const price_lists = [{ id: '1', name: 'Europe', currency: 'EUR', adjustment: 0 }];
  openSearch(`filter=${encodeURIComponent(filter)}`, {
    'stores.list': () => ({ stores: [buildStore({ price_lists })], total: 1 }),
    'stores.channels': () => ({
      channels: ['POS', 'Online Store'].map((name) => ({ name, stores: 1 })) as never,
    }),
    'products.search': () => buildSearchPage([]),
  });
  await screen.findByText(sentence);
  const exporting = await screen.findByRole('button', { name: /^Export (CSV|Excel)/ });
  expect(exporting).toMatchObject({ disabled: true, title: expect.stringContaining('Nothing was found') });
});

import { expect, test } from 'vitest';
import { readItemsView } from './items-view.ts';

const stores = [{ store_id: '01890000-0000-7000-8000-0000000000a1' }];

test.each([
  [
    { show: 'warnings', q: '1e5', by_at_least: '20', moves: 'up' },
    { show: 'warnings', q: '1e5', by_at_least: 20, moves: 'up' },
  ],
  [
    { store_id: stores[0]?.store_id, sort: 'margin', direction: 'desc' },
    { store_id: stores[0]?.store_id, sort: 'margin', direction: 'desc' },
  ],
  [
    {
      show: 'toString',
      q: '',
      store_id: 'atlas',
      moves: 'away',
      by_at_least: '-1',
      sort: 'colour',
      direction: 'up',
      page: '3',
    },
    {},
  ],
])('of an address, only what can be counts: %j', (address, view) => {
  expect(readItemsView(address, stores)).toEqual(view);
});

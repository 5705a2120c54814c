import { expect, test } from 'vitest';
import { buildBulkUpdate, buildBulkUpdateStore } from '../../../testing/builders/build-bulk-update.ts';
import { readItemsView } from './items-view.ts';

const store = buildBulkUpdateStore();
const batch = buildBulkUpdate({ stores: [store], attributes: ['price', 'tags'] });

test.each([
  [
    { show: 'warnings', q: '1e5', by_at_least: '20', moves: 'up', warning: 'below_cost' },
    { show: 'warnings', q: '1e5', by_at_least: 20, moves: 'up', warning: 'below_cost' },
  ],
  [
    { store_id: store.store_id, attribute: 'tags', sort: 'margin', direction: 'desc' },
    { store_id: store.store_id, attribute: 'tags', sort: 'margin', direction: 'desc' },
  ],
  [
    {
      show: 'toString',
      q: '',
      store_id: 'atlas',
      attribute: 'cost',
      warning: 'all',
      moves: 'away',
      by_at_least: '-1',
      sort: 'colour',
      direction: 'up',
      page: '3',
    },
    {},
  ],
])('ignores invalid parts of a URL: %j', (address, view) => {
  expect(readItemsView(address, batch)).toEqual(view);
});

import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen } from '@testing-library/react';
import { test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { buildResultItem } from '../../testing/build-result-item.ts';
import { renderApp } from '../../testing/render-app.tsx';

test('all results that cannot be loaded say so, and Retry loads them', async () => {
  let isAway = true;
  renderApp('/search?q=lamp&view=all', {
    'stores.list': () => ({ stores: [], total: 0 }),
    'products.search': () =>
      isAway
        ? new ApiError({ status: 400, code: 'validation_failed', detail: 'Ask for less.' })
        : {
            results: [buildResultItem()],
            pagination: {
              total: 1,
              limit: 2_000,
              offset: 0,
              has_more: false,
              next_page_info: null,
              previous_page_info: null,
            },
          },
  });
  await screen.findByText(messages.search.loadAllFailed);
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText(messages.search.showing(1, 1));
});

import { MantineProvider } from '@mantine/core';
import type { BulkUpdateBatch, BulkUpdateStore } from '@storefleet/contract/edits/bulk-updates';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiProvider } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { buildBulkUpdate, buildBulkUpdateStore } from '../../../testing/builders/build-bulk-update.ts';
import { waitIn } from '../api/follow-bulk-update.ts';
import { BatchProgress } from './batch-progress.tsx';
import { SaveWaitNotice } from './preview/save-wait-notice.tsx';

const OTHER = '0190d000-0000-7000-8000-000000000002';

const FOR_PRODUCTS: BulkUpdateStore['waiting'] = {
  for: 'products',
  message: 'Waits for another update of the same products, about 2 minutes more.',
  until: null,
  batch_ids: [OTHER],
  seconds_left: 120,
};

function waitingBatch(
  waiting: BulkUpdateStore['waiting'],
  fields: Partial<BulkUpdateBatch> = {},
): BulkUpdateBatch {
  return buildBulkUpdate({
    status: 'in_progress',
    completed_at: null,
    total: 40,
    succeeded: 10,
    progress: 25,
    stores: [buildBulkUpdateStore({ total: 40, succeeded: 10, waiting })],
    ...fields,
  });
}

/** On a screen of its own, before a server that answers every call with the next of these. */
async function show(content: ReactNode, answers: (BulkUpdateBatch | Error)[] = []) {
  const asked: string[] = [];
  const call = async (id: string) => {
    asked.push(id);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const routeTree = createRootRoute({ component: () => content });
  render(
    <MantineProvider env="test">
      <ApiProvider value={{ call } as unknown as ApiClient}>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />
        </QueryClientProvider>
      </ApiProvider>
    </MantineProvider>,
  );
  await waitFor(() => expect(document.body.textContent).not.toBe(''));
  return asked;
}

const TIMES = [
  [null, /^The store asks for a pause\.$/],
  [90_000, /^The store asks for a pause\. Goes on in 1 min \d\d s\.$/],
  [-1_000, /^The store asks for a pause\. Goes on now\.$/],
] as const;

test.each(TIMES)('the page of an update says for what a store waits (%s ms more)', async (left, sentence) => {
  const until = left === null ? null : new Date(Date.now() + left).toISOString();
  const batch = waitingBatch({
    ...FOR_PRODUCTS,
    for: 'store',
    message: 'The store asks for a pause.',
    until,
    batch_ids: [],
  });
  await show(<BatchProgress batch={batch} error={null} />);
  const row = within(screen.getByRole('listitem'));
  expect(row.getByText(sentence)).toBeTruthy();
  expect(row.queryByRole('link')).toBeNull();
});

test('it leads to the updates that hold the products', async () => {
  await show(<BatchProgress batch={waitingBatch(FOR_PRODUCTS)} error={null} />);
  expect(screen.getByText(/about 2 minutes more/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See that update' }).getAttribute('href')).toBe(
    `/bulk-updates/${OTHER}`,
  );
});

test('says nothing of waiting where the update goes on', async () => {
  await show(<BatchProgress batch={waitingBatch(null)} error={null} />);
  expect(screen.queryByText(/Waits/)).toBeNull();
});

test.each([
  ['a save that goes on', waitingBatch(null), null],
  ['one that waits for a free worker', waitingBatch({ ...FOR_PRODUCTS, for: 'worker' }), null],
  ['one that is being cancelled', waitingBatch(FOR_PRODUCTS, { cancelling: true }), null],
  ['one that waits for products', waitingBatch(FOR_PRODUCTS), FOR_PRODUCTS?.message],
])('%s tells what it waits for, or nothing', (_name, batch, message) => {
  expect(waitIn(batch)?.message ?? null).toBe(message);
});

test('a save that waits says for what and how long, and can be given up', async () => {
  const wait = waitIn(waitingBatch(FOR_PRODUCTS));
  if (wait === null) throw new Error('It waits.');
  const asked = await show(<SaveWaitNotice wait={wait} />, [
    new ApiError({ status: 409, code: 'conflict', detail: 'It has ended already.' }),
    waitingBatch(FOR_PRODUCTS, { cancelling: true }),
  ]);
  expect(screen.getByRole('status').textContent).toContain(wait.message);
  expect(screen.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe(
    `/bulk-updates/${wait.batchId}`,
  );
  const giveUp = screen.getByRole('button', { name: 'Do not save' });
  fireEvent.click(giveUp);
  await screen.findByText('It has ended already.');
  fireEvent.click(giveUp);
  await waitFor(() => expect(screen.queryByText('It has ended already.')).toBeNull());
  expect(asked).toEqual(['bulkUpdates.cancel', 'bulkUpdates.cancel']);
});

import { messages } from '@storefleet/contract/messages';
import type { SyncLog } from '@storefleet/contract/syncs/sync';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildStore } from '../../../../testing/builders/build-store.ts';
import { buildSyncLog } from '../../../../testing/builders/build-sync-log.ts';
import { buildSyncStatus } from '../../../../testing/builders/build-sync-status.ts';
import { refusal } from '../../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../../testing/render-app.tsx';
import { press, pressWhenThere, question } from '../../../../testing/screen-form.ts';
import { storePageAnswers } from '../../../../testing/store-page.ts';

const store = buildStore();

/** The page of a store whose last run ended so. */
function showRun(fields: Partial<SyncLog>, more: Answers = {}) {
  const run = buildSyncLog({ message: messages.sync.completedWithGaps, ...fields });
  const { message } = run;
  return renderApp(
    `/stores/${store.id}`,
    storePageAnswers(store, {
      'sync.status': () =>
        buildSyncStatus({ sync_id: run.id, status: 'completed', message, store_id: store.id }),
      'sync.logs': () => ({ logs: [run], total: 1 }),
      ...more,
    }),
  );
}

/** 120 skipped rows, of which the first is row 1. */
const skippedRows: Answers['sync.skippedRows'] = ({ query }) => {
  const { limit = 100, offset = 0 } = query ?? {};
  const numbers = Array.from({ length: Math.min(Number(limit), 120 - Number(offset)) }, (_, index) => {
    return Number(offset) + index + 1;
  });
  return {
    rows: numbers.map((number) => ({ source_key: `ProductID = ${number}`, reason: `Reason ${number}` })),
    total: 120,
  };
};

test('skipped rows are counted, and listed page by page with key and reason', async () => {
  showRun({ skipped_rows: 2_345 }, { 'sync.skippedRows': skippedRows });
  await pressWhenThere('Show skipped rows');
  const dialog = await question('2,345 rows skipped');
  await dialog.findByRole('row', { name: 'ProductID = 1 Reason 1' });
  dialog.getByText(/The first 120 are listed\./);
  dialog.getByText('Page 1 of 3');
  fireEvent.click(dialog.getByRole('button', { name: 'Next' }));
  await dialog.findByRole('row', { name: 'ProductID = 51 Reason 51' });
  expect(dialog.queryByRole('row', { name: 'ProductID = 1 Reason 1' })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Next' }));
  await dialog.findByRole('row', { name: 'ProductID = 120 Reason 120' });
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
});

test('a list of skipped rows that cannot be read can be asked for again', async () => {
  let fails = true;
  showRun(
    { skipped_rows: 1 },
    {
      'sync.skippedRows': (input) =>
        fails ? refusal('Not now.') : (skippedRows?.(input) ?? new Error('No answer.')),
    },
  );
  await pressWhenThere('Show skipped rows');
  expect(
    (await screen.findByText('The skipped rows could not be read')).closest('[role=alert]')?.textContent,
  ).toContain('Not now.');
  fails = false;
  press('Retry');
  await screen.findByText('Reason 1');
});

test('gaps and notices of the last run are told', async () => {
  showRun({
    gaps: [
      { source_id: 'gid://shopify/Product/7', title: 'Tent', reason: 'It could not be read.' },
      { source_id: null, title: null, reason: 'The store says it has 10 products, and 9 could be read.' },
    ],
    notices: ['Costs could not be read for want of a scope.'],
  });
  await screen.findByText('2 gaps between the source and what is stored');
  expect(screen.getByText('Tent:').parentElement?.textContent).toBe('Tent: It could not be read.');
  screen.getByText('The store says it has 10 products, and 9 could be read.');
  screen.getByText('Costs could not be read for want of a scope.');
});

test('a run that brought everything has nothing to tell', async () => {
  const { calls } = showRun({ message: messages.sync.completed });
  await screen.findByText(messages.sync.completed);
  await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('sync.logs'));
  expect(screen.queryByText(/skipped|gaps? between/)).toBeNull();
});

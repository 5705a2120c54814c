import type { ErrorCode } from '@storefleet/contract/api/problems';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSyncStatus } from '../../testing/builders/build-sync-status.ts';
import { everything, nightly, shop, table } from '../../testing/every-screen.ts';
import { notFound, refusal } from '../../testing/refusals.ts';
import { type Answers, type Call, renderApp } from '../../testing/render-app.tsx';
import { choice, press, pressWhenThere, type } from '../../testing/screen-form.ts';

const { dashboard, mappings, scheduledSyncs: schedules, storeDetail, stores, sync } = messages;
const WHY = 'It broke.';
const SHOP = `/stores/${shop.id}`;
const TABLE = `/stores/${table.id}`;
const SCHEDULES = '/scheduled-syncs';
const SCHEDULE = `${SCHEDULES}/${nightly.id}`;

/** Text of the alert that contains the sentence. */
const alertWith = async (sentence: string) =>
  waitFor(() => {
    const alert = screen.getAllByRole('alert').find(({ textContent }) => textContent?.includes(sentence));
    if (!alert) throw new Error(`No alert says: ${sentence}`);
    return alert;
  });

test.each<[call: Call['id'], address: string, sentence: string, pressed?: string]>([
  ['stores.list', '/dashboard', dashboard.loadFailed],
  ['overview.summary', '/dashboard', 'The numbers of your stores could not be loaded.'],
  ['overview.activity', '/dashboard', 'The activity could not be loaded.'],
  ['stores.get', SHOP, storeDetail.loadFailed],
  ['products.listByStore', SHOP, storeDetail.loadAllFailed, 'View Products'],
  ['sync.logs', SHOP, 'The sync log could not be read'],
  ['webhooks.get', SHOP, 'The webhooks could not be read'],
  ['stores.get', `${SHOP}/edit`, storeDetail.loadFailed],
  ['stores.get', `${SHOP}/pagination-test`, storeDetail.loadFailed],
  ['mssql.tables', TABLE, 'The tables could not be listed'],
  ['mssql.tableSchema', TABLE, 'The columns of dbo.Products could not be read'],
  ['mssql.listMappings', TABLE, mappings.loadFailed],
  ['scheduledSyncs.list', SCHEDULES, schedules.loadFailed],
  ['scheduledChanges.list', SCHEDULES, 'Failed to load the scheduled changes'],
  ['scheduledSyncs.upcoming', SCHEDULES, 'Failed to load the upcoming runs'],
  ['stores.list', `${SCHEDULES}/new`, schedules.initialDataFailed],
  ['scheduledSyncs.timezones', `${SCHEDULES}/new`, schedules.initialDataFailed],
  ['scheduledSyncs.get', `${SCHEDULE}/edit`, schedules.loadOneFailed],
  ['scheduledSyncs.logs', `${SCHEDULE}/logs`, 'Failed to load the runs of this scheduled sync'],
  ['stores.list', '/history', messages.history.storesLoadFailed],
  ['stores.list', '/compare/rules', 'The stores could not be read'],
  ['history.list', '/history', messages.history.loadFailed],
  ['settings.list', '/settings', messages.settings.loadFailed],
  ['team.list', '/settings', 'Failed to load the team. Please try again later.'],
])(
  'when %s fails at %s, the reason is shown and Retry refetches',
  async (call, address, sentence, pressed) => {
    let fails = true;
    const works = everything[call] as (input: unknown) => unknown;
    const answer = (input: unknown) => (fails ? refusal(WHY) : works(input));
    renderApp(address, { ...everything, [call]: answer } as Answers);
    if (pressed) await pressWhenThere(pressed);
    const alert = await alertWith(sentence);
    expect(alert.textContent).toContain(WHY);
    fails = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  },
);

const statusOf = (fields: Parameters<typeof buildSyncStatus>[0]): Answers => ({
  'sync.status': () => buildSyncStatus(fields),
});
const running = statusOf({ status: 'in_progress' });
const failed = statusOf({ status: 'failed', can_reset: true });

test.each<[call: Call['id'], address: string, pressed: string, sentence: string, more?: Answers]>([
  ['sync.startAll', '/dashboard', 'Sync All Stores', WHY],
  [
    'stores.delete',
    '/dashboard',
    'More for Atlas Outdoor, Delete Atlas Outdoor, Delete store',
    `${stores.deleteFailed} (${WHY})`,
  ],
  [
    'sync.startGraphql',
    '/dashboard',
    'Sync Products of Atlas Outdoor, Start sync',
    sync.startFailed('GraphQL', WHY),
  ],
  ['sync.startGraphql', SHOP, 'Sync Products (GraphQL), Start sync', sync.startFailed('GraphQL', WHY)],
  ['stores.testGraphqlConnection', SHOP, 'Test GraphQL Connection', sync.graphqlTestFailed(WHY)],
  ['sync.forceStop', SHOP, 'Force Stop Sync, Force stop', sync.forceStopFailed(WHY), running],
  ['sync.reset', SHOP, 'Reset Sync Status, Reset status', sync.resetFailed(WHY), failed],
  ['webhooks.enable', SHOP, 'Switch on, Switch on', WHY],
  [
    'products.paginationTest',
    `${SHOP}/pagination-test`,
    'Run Pagination Test',
    messages.paginationTest.failed,
  ],
  ['mssql.generateMappings', TABLE, 'Generate Defaults', mappings.generateFailed],
  [
    'mssql.deleteMapping',
    TABLE,
    'Delete item_name to Title, Delete mapping',
    `${mappings.deleteFailed}: ${WHY}`,
  ],
  ['scheduledSyncs.execute', SCHEDULES, 'Run Now: Nightly', schedules.executeFailed(WHY)],
  ['scheduledSyncs.toggle', SCHEDULES, 'Disable Nightly', schedules.toggleFailed(WHY)],
  ['scheduledSyncs.delete', SCHEDULES, 'Delete Nightly, Delete scheduled sync', schedules.deleteFailed(WHY)],
  ['scheduledSyncs.execute', `${SCHEDULE}/logs`, 'Run Now', schedules.executeFailed(WHY)],
  ['scheduledSyncs.update', `${SCHEDULE}/edit`, 'Update Scheduled Sync', schedules.updateFailed],
  ['team.resetPassword', '/settings', 'Reset password of Ada', WHY],
])('when %s is refused at %s, the reason is shown', async (call, address, pressed, sentence, more) => {
  renderApp(address, { ...everything, ...more, [call]: () => refusal(WHY) } as Answers);
  for (const [index, name] of pressed.split(', ').entries()) {
    const inMenu = screen.queryByRole('menu') !== null;
    const scope = index === 0 || inMenu ? screen : within(await screen.findByRole('dialog'));
    const button = await scope.findByRole<HTMLButtonElement>(inMenu ? 'menuitem' : 'button', { name });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
  }
  expect((await alertWith(sentence)).textContent).toContain(WHY);
});

test.each<[code: ErrorCode, call: Call['id'], address: string, title: string]>([
  ['store_not_found', 'stores.get', SHOP, stores.notFound],
  ['store_not_found', 'stores.get', `${SHOP}/edit`, stores.notFoundOnPage],
  ['product_not_found', 'products.get', `${SHOP}?product=gone`, 'Product not found'],
  ['schedule_not_found', 'scheduledSyncs.get', `${SCHEDULE}/edit`, 'Scheduled sync not found'],
  ['schedule_not_found', 'scheduledSyncs.get', `${SCHEDULE}/logs`, 'Scheduled sync not found'],
])('%s of %s at %s replaces the screen', async (code, call, address, title) => {
  renderApp(address, { ...everything, [call]: () => notFound(code) } as Answers);
  await screen.findByText(title);
});

test('a run that the server does not start shows a failure until dismissed', async () => {
  renderApp(SCHEDULES, {
    ...everything,
    'scheduledSyncs.execute': () => ({ success: false, message: 'It is busy.', task_id: null }),
  });
  await pressWhenThere('Run Now: Nightly');
  const alert = await alertWith(schedules.executeFailed('It is busy.'));
  expect(alert.textContent).toContain('Nightly');
  press('Dismiss');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('if tables cannot be listed, the form accepts a typed one', async () => {
  renderApp(`${TABLE}/edit-mssql`, { ...everything, 'mssql.tables': () => refusal(WHY) });
  await screen.findByRole('heading', { name: 'Edit Warehouse' });
  fireEvent.focus(choice('Table'));
  await screen.findByText(/The tables could not be listed: It broke\./);
  type(choice('Table'), 'dbo.Other');
  expect(choice('Table').value).toBe('dbo.Other');
});

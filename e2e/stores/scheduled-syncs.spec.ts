import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync, ScheduledSyncList } from '@storefleet/contract/syncs/scheduled-syncs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectSound } from '../support/accessibility.ts';
import { type ConnectedStore, connectStore } from '../support/api.ts';
import { openStage } from '../support/stage.ts';

/** Milliseconds until a schedule of every minute is due, even on a busy machine. */
const A_MINUTE = 120_000;
const EVERY_MINUTE = { schedule_type: 'cron', schedule_config: { cron: '* * * * *' } };

const stage = await openStage();
const { api, shops } = stage;
const calm = await stage.connectShop('Calm Goods', { products: 20 });
const busy = await stage.connectShop('Busy Goods', { products: 30 });
const shop = shops.open('locked', { name: 'Locked Goods', products: 5 });
const locked = {
  ...(await connectStore(api, { ...shop, token: `shpat_${'0'.repeat(32)}` })),
  token: shop.token,
};
// Both become due during the first test.
const everyMinute = await api<ScheduledSync>('POST', '/scheduled-syncs', {
  name: 'Every minute',
  store_id: busy.id,
  ...EVERY_MINUTE,
});
const failing = await api<ScheduledSync>('POST', '/scheduled-syncs', {
  name: 'Without a key',
  store_id: locked.id,
  max_failures: 1,
  ...EVERY_MINUTE,
});

const scheduleRow = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name: 'Scheduled syncs' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });
const runs = (page: Page): Locator => page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
const nextRuns = (page: Page): Locator => page.getByRole('list', { name: 'Next runs' }).getByRole('listitem');
const inWords = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Next runs' }).getByText(words, { exact: true }).waitFor();
const weekday = (page: Page, name: string): Locator => page.getByRole('checkbox', { name });

async function goToSchedules(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Schedules' }).click();
  await scheduleRow(page, 'Every minute').waitFor();
}

test('a weekly schedule is created with a preview of its runs, run, changed, switched off and on, and deleted', async () => {
  const visitor = await stage.visitSignedIn({ timezoneId: 'Europe/Berlin' });
  const { page } = visitor;
  await goToSchedules(page);
  await page.getByRole('link', { name: 'Create Scheduled Sync' }).click();

  const submit = page.getByRole('button', { name: 'Create Scheduled Sync' });
  await submit.click();
  await page.getByText(messages.scheduledSyncs.nameMissing).waitFor();
  await page.getByText(messages.scheduledSyncs.storeMissing).waitFor();
  await page.getByLabel('Name').fill('Before the week');
  await page.getByLabel('Store').selectOption({ label: 'Calm Goods' });

  await page.getByText('Cron', { exact: true }).click();
  await page.getByLabel('Cron expression').fill('61 * * * *');
  await page.getByText("The minute '61' is not valid").first().waitFor();

  await page.getByText('Weekly', { exact: true }).click();
  await weekday(page, 'Tuesday').uncheck();
  await submit.click();
  await page.getByText(messages.scheduledSyncs.daysMissing).waitFor();
  await weekday(page, 'Friday').check();
  await weekday(page, 'Monday').check();
  await page.getByLabel('Hour').fill('6');
  await page.getByLabel('Minute').fill('30');
  await inWords(page, 'Every Monday and Friday at 06:30');
  await page.getByText('07:30 for you').first().waitFor();
  await page.getByRole('combobox', { name: 'Timezone' }).fill('berlin');
  await page.getByRole('option', { name: /Europe\/Berlin/ }).click();
  await page.getByText('07:30 for you').first().waitFor({ state: 'hidden' });
  const coming = await nextRuns(page).allInnerTexts();
  expect(coming).toHaveLength(5);
  expect(coming.every((text) => /^(Mon|Fri), [\s\S]*06:30/.test(text))).toBe(true);
  await expectSound(page);
  await submit.click();

  const row = scheduleRow(page, 'Before the week');
  await row.getByText('Every Monday and Friday at 06:30').waitFor();
  const { scheduled_syncs: made } = await stage.api<ScheduledSyncList>(
    'GET',
    `/scheduled-syncs?store_id=${calm.id}`,
  );
  expect(made).toMatchObject([
    {
      name: 'Before the week',
      sync_method: 'graphql',
      schedule_type: 'weekly',
      schedule_config: { days: [0, 4], hour: 6, minute: 30 },
      timezone: 'Europe/Berlin',
      is_active: true,
      max_failures: 3,
    },
  ]);
  const week = page.getByRole('list', { name: 'Coming week' });
  await week.getByRole('link', { name: 'Every minute' }).first().waitFor();
  await expectSound(page);

  await row.getByRole('button', { name: 'Run Now: Before the week' }).click();
  await page.getByText(messages.scheduledSyncs.executed).waitFor();
  await row.getByText('Completed', { exact: true }).waitFor();
  await row.getByRole('link', { name: 'Logs of Before the week' }).click();
  await runs(page).getByText('20 created').waitFor();
  await runs(page).getByText('Run Now', { exact: true }).waitFor();
  await expectSound(page);

  await page.getByRole('link', { name: 'Edit' }).click();
  expect(await page.getByLabel('Hour').inputValue()).toBe('6');
  expect(await weekday(page, 'Friday').isChecked()).toBe(true);
  await page.getByText('Daily', { exact: true }).click();
  await inWords(page, 'Every day at 06:30');
  await page.getByRole('button', { name: 'Update Scheduled Sync' }).click();
  await row.getByText('Every day at 06:30').waitFor();

  await row.getByRole('button', { name: 'Disable Before the week' }).click();
  await row.getByText('Inactive').waitFor();
  await row.getByText(messages.scheduledSyncs.notScheduled).waitFor();
  await page.getByLabel('Status').selectOption({ label: 'Inactive' });
  await scheduleRow(page, 'Every minute').waitFor({ state: 'hidden' });
  await row.getByRole('button', { name: 'Enable Before the week' }).click();
  await page.getByRole('heading', { name: 'No inactive scheduled syncs' }).waitFor();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await row.getByText('Active', { exact: true }).waitFor();

  await row.getByRole('button', { name: 'Delete Before the week' }).click();
  await page.getByText(messages.scheduledSyncs.confirmDelete).waitFor();
  await page.getByRole('button', { name: 'Delete scheduled sync' }).click();
  await page.getByText(messages.scheduledSyncs.deleted).waitFor();
  await row.waitFor({ state: 'hidden' });
  expect(await stage.api('GET', `/scheduled-syncs?store_id=${calm.id}`)).toMatchObject({ total: 0 });
});

test('a due schedule runs automatically, and its logs say so', async () => {
  const { page } = await stage.visitSignedIn({ at: `/scheduled-syncs/${everyMinute.id}/logs` });
  const first = runs(page).filter({ hasText: '30 created' });
  await first.getByText('Completed', { exact: true }).waitFor({ timeout: A_MINUTE });
  await first.getByText('Schedule', { exact: true }).waitFor();
}, 180_000);

test('a schedule that fails to its limit stops, and the dashboard says so until a run succeeds', async () => {
  const { page } = await stage.visitSignedIn({ at: '/scheduled-syncs' });
  const row = scheduleRow(page, 'Without a key');
  await row.getByText(messages.scheduledSyncs.badges.maxRetries).waitFor({ timeout: A_MINUTE });
  await row.getByText(messages.scheduledSyncs.notScheduled).waitFor();

  await page.goto('/dashboard');
  const stopped = page.getByRole('listitem', {
    name: /^Locked Goods: Schedule “Without a key” switched itself off/,
  });
  await stopped.getByRole('link', { name: 'Logs of Without a key' }).click();
  await page.getByRole('heading', { name: 'Logs of Without a key' }).waitFor();
  await runs(page).getByText('Failed', { exact: true }).waitFor();

  await stage.api('PUT', `/stores/${locked.id}`, { access_token: locked.token });
  await page.getByRole('button', { name: 'Run Now' }).click();
  await runs(page).first().getByText('Completed', { exact: true }).waitFor();
  expect(await stage.api<ScheduledSync>('GET', `/scheduled-syncs/${failing.id}`)).toMatchObject({
    failure_count: 0,
    last_run_status: 'completed',
  });
  await page.goto('/dashboard');
  await page.getByRole('article', { name: 'Locked Goods' }).getByText('Synced', { exact: true }).waitFor();
  await stopped.waitFor({ state: 'hidden' });
}, 180_000);

test('every store gets a nightly schedule in four clicks, at different times, and one is duplicated', async () => {
  const { page } = await stage.visitSignedIn({ timezoneId: 'Europe/Berlin' });
  await goToSchedules(page);
  await page.getByRole('link', { name: 'Schedule Several Stores' }).click();
  const form = page.getByRole('form', { name: 'Schedule Several Stores' });
  await form.getByRole('button', { name: 'All (3)' }).click();
  const times = page.getByRole('list', { name: 'Start times' }).getByRole('listitem');
  await times.nth(2).waitFor();
  await expectSound(page);
  const planned = await times.getByRole('time').allInnerTexts();
  await page.getByRole('button', { name: 'Create 3 Schedules' }).click();

  const nightly = (store: ConnectedStore) => scheduleRow(page, `Nightly · ${store.name}`);
  await nightly(busy).getByText(`Every day at ${planned[0]}`).waitFor();
  await nightly(calm).getByText(`Every day at ${planned[1]}`).waitFor();
  await nightly(locked).getByText(`Every day at ${planned[2]}`).waitFor();
  expect(planned).toEqual(['02:00', '02:10', '02:20']);

  await nightly(calm)
    .getByRole('link', { name: /^Duplicate/ })
    .click();
  const name = page.getByLabel('Name');
  await name.waitFor();
  expect(await name.inputValue()).toBe(`Nightly · ${calm.name} (copy)`);
  await page.getByLabel('Hour').fill('14');
  await page.getByRole('button', { name: 'Create Scheduled Sync' }).click();
  await scheduleRow(page, `Nightly · ${calm.name} (copy)`)
    .getByText(/^Every day at 14:/)
    .waitFor();
});

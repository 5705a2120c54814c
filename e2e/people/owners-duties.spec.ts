import { readFile } from 'node:fs/promises';
import type { Retention } from '@storefleet/contract/retention';
import { expect, test } from 'vitest';
import { accessibilityProblems, expectSound } from '../support/accessibility.ts';
import { ACCOUNT, beginSession } from '../support/api.ts';
import { memberNamed, openStage } from '../support/stage.ts';

/** What owners manage besides stores: keys, the audit log, retention, sessions and former members. */
const stage = await openStage();

const VIEWER = memberNamed('Vera', 'viewer');
const COLLEAGUE = memberNamed('Walt', 'editor');
const DAYS = 'Days to keep: Change history';

test('an owner creates a key, sees its secret once, and revokes it', async () => {
  const { page } = await stage.visitSignedIn({ at: '/settings' });
  const panel = page.getByRole('region', { name: 'API keys' });
  await panel.getByLabel('Name of the key').fill('Nightly prices');
  await panel.getByLabel('Role').selectOption('viewer');
  await panel.getByLabel('Expires after').selectOption('365');
  await panel.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Secret of “Nightly prices”' });
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue();
  const ask = (method: string, path: string) =>
    fetch(`${new URL(page.url()).origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}` },
    });
  expect((await ask('GET', '/stores')).status).toBe(200);
  expect((await ask('POST', '/stores/sync-all')).status).toBe(403);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.reload();
  await panel
    .getByRole('row', { name: /Nightly prices/ })
    .getByText('Active')
    .waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('form', { name: 'Retention' }).getByLabel(DAYS).waitFor();
  await expectSound(page);
  await panel.getByRole('button', { name: 'Revoke Nightly prices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await panel.getByText('Revoked').waitFor();
  expect((await ask('GET', '/stores')).status).toBe(401);
});

test('an owner finds who changed a setting, sees both values, and exports the filtered entries', async () => {
  await stage.api('POST', '/settings', { key: 'greeting', value: 'Hello' });
  await stage.api('PUT', '/settings/greeting', { value: 'Welcome' });
  const wrong = beginSession(stage.product, { ...ACCOUNT, password: 'a-wrong-password' });
  await expect(wrong).rejects.toThrow('400');
  const { page } = await stage.visitSignedIn({ at: '/settings' });
  await page.getByRole('link', { name: 'Audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  await log.getByText('Signed in').first().waitFor();
  await log.getByText('Tried to sign in').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByLabel('Kind').selectOption('Settings');
  await page.getByLabel('Name or address').fill('greet');
  await page.getByLabel('Person').selectOption(ACCOUNT.email);
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await page.getByText('2 entries').waitFor();
  await page.reload();
  await page.getByText('2 entries').waitFor();

  await log.getByRole('button', { name: /^Details of Changed a setting/ }).click();
  const entry = page.getByRole('dialog', { name: 'Changed a setting' });
  await entry.getByRole('row', { name: 'value Hello Welcome' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await entry.getByRole('button', { name: 'Close' }).click();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
  expect(lines.length).toBe(3);

  await page.getByLabel('Name or address').fill('nothing has this name');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await page.getByRole('heading', { name: 'No entries' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await log.getByText('Signed in').first().waitFor();
});

test('non-owners are told who may see it', async () => {
  await stage.addMember(VIEWER);
  const { page } = await stage.visitSignedIn({ at: '/audit' }, VIEWER);
  await page.getByText('Only owners can do this, and you are a viewer.').waitFor();
  expect(await page.getByRole('table', { name: 'Audit log' }).count()).toBe(0);
});

test('an owner chooses how long history is kept, starting from the dashboard’s database size', async () => {
  await stage.connectShop('Anchor', { products: 3 });
  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
  const storage = page.getByRole('region', { name: 'Storage' });
  await storage.getByText('Products and variants').waitFor();
  await storage.getByText(/free$/).waitFor();

  await storage.getByRole('link', { name: 'Choose what is kept' }).click();
  const form = page.getByRole('form', { name: 'Retention' });
  const days = form.getByLabel(DAYS);
  await days.waitFor();
  expect(await days.inputValue()).toBe('730');
  await days.fill('7');
  await form.getByRole('button', { name: 'Save Retention' }).click();
  await form.getByText('Enter whole days from 30 to 36,500.').waitFor();

  await days.fill('365');
  await form.getByRole('button', { name: 'Save Retention' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep records for less time?' });
  await dialog.getByText('Nothing is that old yet.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await historyDays()).toBe(730);
  await form.getByRole('button', { name: 'Save Retention' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Retention was saved.').waitFor();
  expect(await historyDays()).toBe(365);

  await page.reload();
  await expect.poll(() => days.inputValue()).toBe('365');
  await days.fill('800');
  await form.getByRole('button', { name: 'Save Retention' }).click();
  await expect.poll(historyDays).toBe(800);
});

async function historyDays(): Promise<number | undefined> {
  const { kinds } = await stage.api<Retention>('GET', '/retention');
  return kinds.find(({ kind }) => kind === 'history')?.days;
}

test('a former member is disabled, then deleted permanently', async () => {
  await stage.addMember(COLLEAGUE);
  const { page } = await stage.visitSignedIn({ at: '/settings' });
  await page.getByRole('button', { name: 'Disable Walt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable member' }).click();
  await page.getByRole('button', { name: 'Delete Walt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete member' }).click();
  await page.getByText('Walt was deleted.').waitFor();
  await expect.poll(() => page.getByRole('row', { name: /Walt/ }).count()).toBe(0);
});

// Ends the session of `stage.api`, too.
test('somebody sees their sessions, and ends another one', async () => {
  const elsewhere = await stage.visitSignedIn();
  const { page } = await stage.visitSignedIn();
  await page.getByRole('button', { name: ACCOUNT.email }).click();
  await page.getByRole('menuitem', { name: 'Your sessions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your sessions' });
  await dialog.getByText('Current', { exact: true }).waitFor();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'End all others' }).click();
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);

  elsewhere.allowTrouble(/^401|^400: POST \/auth\/v1\/token$/);
  await elsewhere.page.goto('/search');
  await elsewhere.page.getByRole('button', { name: 'Sign In' }).first().waitFor();
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { ACCOUNT, beginSession } from '../support/api.ts';
import { useStage } from '../support/stage.ts';

const VIEWER = {
  name: 'Vera',
  email: 'vera@example.com',
  password: 'four-quiet-harbour-lamps',
  role: 'viewer',
} as const;

const stage = useStage();

test('an owner finds who changed a setting, looks at both values, and exports what the filters leave', async () => {
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

import { problems } from '@storefleet/contract/api/problems';
import { DEFAULT_APP_NAME } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { AccessLink, Team } from '@storefleet/contract/people/team';
import type { Setting, SettingList, SettingsDictionary } from '@storefleet/contract/settings';
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { ACCOUNT } from '../support/api.ts';
import { isTooWideForAPhone } from '../support/screens.ts';
import { openStage } from '../support/stage.ts';
import type { Visitor } from '../support/visitor.ts';

const stage = await openStage();
const PASSWORD = 'seven-green-lantern-oaks';

afterEach(async () => {
  const { settings } = await stage.api<SettingList>('GET', '/settings');
  for (const { key } of settings) await stage.api('DELETE', `/settings/${key}`);
});

const add = (key: string, value: string, fields: Partial<Setting> = {}) =>
  stage.api<Setting>('POST', '/settings', { key, value, ...fields });

const values = () => stage.api<SettingsDictionary>('GET', '/settings/as-dict');

const settingRow = (page: Page, key: string) => page.getByRole('row').filter({ hasText: key });
const valueField = (page: Page, key: string) => page.getByLabel(`Value of ${key}`, { exact: true });
const teamRow = (page: Page, email: string): Locator =>
  page.getByRole('table', { name: 'Team' }).getByRole('row').filter({ hasText: email });

async function visitSettings(): Promise<Visitor> {
  const visitor = await stage.visitSignedIn({ at: '/settings' });
  await visitor.page.getByRole('form', { name: 'Add New Setting' }).waitFor();
  return visitor;
}

/** A success message that appears and can be closed. */
async function comesAndIsClosed(page: Page, message: string): Promise<void> {
  const toast = page.getByRole('alert').filter({ hasText: message });
  await toast.getByText(message, { exact: true }).waitFor();
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await toast.waitFor({ state: 'hidden' });
}

test('a setting is added, changed and deleted; the one of the application’s name renames it everywhere', async () => {
  const { page } = await visitSettings();
  await page.getByText('No settings yet').waitFor();

  const form = page.getByRole('form', { name: 'Add New Setting' });
  const button = form.getByRole('button', { name: 'Add Setting' });
  expect(await button.isDisabled()).toBe(true);
  await form.getByLabel('Value').fill('Hello');
  await form.getByLabel('Value').press('Enter');
  await form.getByText(messages.settings.keyMissing).waitFor();
  await form.getByLabel('Key').fill('greeting');
  await form.getByLabel('Description').fill('Shown first');
  expect(await button.isDisabled()).toBe(false);
  await button.click();
  await comesAndIsClosed(page, messages.settings.created('greeting'));
  await settingRow(page, 'greeting').getByText('Shown first').waitFor();
  expect(await form.getByLabel('Key').inputValue()).toBe('');
  expect(await stage.api<Setting>('GET', '/settings/greeting')).toMatchObject({
    value: 'Hello',
    is_encrypted: false,
  });

  await page.getByRole('button', { name: 'Edit greeting' }).click();
  await valueField(page, 'greeting').fill('Good morning');
  await valueField(page, 'greeting').press('Enter');
  await comesAndIsClosed(page, messages.settings.updated('greeting'));
  await settingRow(page, 'greeting').getByText('Good morning').waitFor();

  await page.getByRole('button', { name: 'Edit greeting' }).click();
  await valueField(page, 'greeting').fill('Never mind');
  await valueField(page, 'greeting').press('Escape');
  await settingRow(page, 'greeting').getByText('Good morning').waitFor();
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Edit greeting');
  expect(await values()).toEqual({ greeting: 'Good morning' });

  await page.getByRole('button', { name: 'Delete greeting' }).click();
  await page.getByText(messages.settings.confirmDelete('greeting')).waitFor();
  await page.getByRole('button', { name: 'Delete setting' }).click();
  await comesAndIsClosed(page, messages.settings.deleted('greeting'));
  await page.getByText('No settings yet').waitFor();
  expect(await values()).toEqual({});

  const isCalled = async (name: string) => {
    await page.getByRole('banner').getByText(name, { exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe(`Settings · ${name}`);
  };
  await isCalled(DEFAULT_APP_NAME);
  await form.getByLabel('Key').fill('app_name');
  await form.getByLabel('Value').fill('Harbour Fleet');
  await form.getByRole('button', { name: 'Add Setting' }).click();
  await isCalled('Harbour Fleet');
  await page.getByRole('button', { name: 'Edit app_name' }).click();
  // Everybody sees the title, so it cannot be encrypted.
  expect(await page.getByRole('checkbox', { name: 'Encrypt' }).isDisabled()).toBe(true);
  await valueField(page, 'app_name').fill('Quay Fleet');
  await page.getByRole('button', { name: 'Save app_name' }).click();
  await isCalled('Quay Fleet');
  await page.getByRole('button', { name: 'Delete app_name' }).click();
  await page.getByText(`The title of the application becomes “${DEFAULT_APP_NAME}” again.`).waitFor();
  await page.getByRole('button', { name: 'Delete setting' }).click();
  await isCalled(DEFAULT_APP_NAME);
});

test('an encrypted value is masked, kept if left blank, and never sent to the page', async () => {
  await add('mail_key', 'sk-secret-4711', { description: 'Of the mail service' });
  const { page } = await visitSettings();
  await page.getByRole('button', { name: 'Edit mail_key' }).click();
  await page.getByRole('checkbox', { name: 'Encrypt' }).check();
  await page.getByRole('button', { name: 'Save mail_key' }).click();
  await settingRow(page, 'mail_key').getByText('Hidden, ends in 4711').waitFor();

  const bodies: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/v1/settings')) bodies.push(await response.text().catch(() => ''));
  });
  await page.reload();
  await page.getByRole('button', { name: 'Edit mail_key' }).click();
  expect(await valueField(page, 'mail_key').inputValue()).toBe('');
  await page.getByText('Set, ends in …4711. Leave blank to keep it.').waitFor();
  await page.getByLabel('Description of mail_key').fill('Changed');
  await page.getByLabel('Description of mail_key').press('Enter');
  await settingRow(page, 'mail_key').getByText('Changed').waitFor();
  expect(bodies.length).toBeGreaterThan(0);
  expect(bodies.join()).not.toContain('sk-secret');
  expect(await stage.api('GET', '/settings/mail_key')).toMatchObject({ value: null, value_hint: '4711' });

  await page.getByRole('button', { name: 'Edit mail_key' }).click();
  await page.getByRole('checkbox', { name: 'Encrypt' }).uncheck();
  await page.getByRole('button', { name: 'Save mail_key' }).click();
  await page.getByText('Enter the value again: an encrypted value is never shown.').waitFor();
});

test('a failed change shows the error and keeps the input', async () => {
  await add('greeting', 'Hello');
  const visitor = await visitSettings();
  visitor.allowTrouble(/\/api\/v1\/settings/);
  const { page } = visitor;
  await page.route(/\/api\/v1\/settings/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('failed'),
  );
  await page.getByRole('button', { name: 'Edit greeting' }).click();
  await valueField(page, 'greeting').fill('Good morning');
  await valueField(page, 'greeting').press('Enter');
  await page.getByText(messages.settings.updateFailed('greeting')).waitFor();
  expect(await valueField(page, 'greeting').inputValue()).toBe('Good morning');

  const form = page.getByRole('form', { name: 'Add New Setting' });
  await form.getByLabel('Key').fill('another');
  await form.getByRole('button', { name: 'Add Setting' }).click();
  await form.getByText(messages.settings.createFailed).waitFor();
  expect(await form.getByLabel('Key').inputValue()).toBe('another');

  await page.unroute(/\/api\/v1\/settings/);
  await page.getByRole('button', { name: 'Save greeting' }).click();
  await settingRow(page, 'greeting').getByText('Good morning').waitFor();

  await page.route('**/api/v1/settings/greeting', (route) => route.abort('failed'));
  await page.getByRole('button', { name: 'Delete greeting' }).click();
  await page.getByRole('button', { name: 'Delete setting' }).click();
  await page.getByText(messages.settings.deleteFailed('greeting')).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await form.getByLabel('Key').fill('greeting');
  await form.getByRole('button', { name: 'Add Setting' }).click();
  await form.getByText('The setting greeting exists already: change its value instead.').waitFor();
});

test('the Shopify app is saved, and its secret is never shown again', async () => {
  const { page } = await visitSettings();
  const form = page.getByRole('form', { name: 'Shopify app' });
  const save = form.getByRole('button', { name: 'Save Shopify App' });
  await save.click();
  await form.getByText('API key is required.').waitFor();
  await form.getByLabel('API key').fill('a-key');
  await form.locator('[name="api_secret"]').fill('shpss-secret-9876');
  await form.getByLabel('Callback URL').fill('shops.example');
  await form.getByLabel('Scopes').fill('read_products, write_products');
  await save.click();
  await form.getByText('Callback URL must be a web address.').waitFor();
  await form.getByLabel('Callback URL').fill('https://shops.example/callback');
  await save.click();
  await comesAndIsClosed(page, 'The Shopify app was saved.');
  await form.getByText('Set, ends in …9876. Leave blank to keep it.').waitFor();
  expect(await form.locator('[name="api_secret"]').inputValue()).toBe('');
  expect(await values()).toEqual({
    shopify_api_key: 'a-key',
    shopify_api_secret: null,
    shopify_callback_url: 'https://shops.example/callback',
    shopify_scopes: 'read_products, write_products',
  });
  await form.getByLabel('Callback URL').fill('');
  await save.click();
  await page.getByText('The Shopify app was saved.').waitFor();
  expect(await values()).not.toHaveProperty('shopify_callback_url');
});

test('a member is invited, renamed, disabled and enabled', async () => {
  const visitor = await visitSettings();
  visitor.allowTrouble(/^400: POST \/api\/v1\/team$/);
  const { page } = visitor;
  const own = teamRow(page, ACCOUNT.email);
  await own.getByText('You', { exact: true }).waitFor();
  const disableOwn = own.getByRole('button', { name: 'Disable' });
  expect(await disableOwn.isDisabled()).toBe(true);
  await disableOwn.hover();
  await page.getByRole('tooltip').getByText(problems.last_owner.detail).waitFor();

  const form = page.getByRole('form', { name: 'Invite a member' });
  await form.getByLabel('Email').fill('mira');
  await form.getByRole('button', { name: 'Invite' }).click();
  await form.getByText('Enter a valid email address.').waitFor();
  await form.getByLabel('Email').fill('mira@example.com');
  await form.getByRole('button', { name: 'Invite' }).click();
  const link = await page.getByLabel('Link to choose a password').inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await teamRow(page, 'mira@example.com').getByText('Invited', { exact: true }).waitFor();

  const mira = await stage.visit();
  mira.allowTrouble(/^401|^40\d: POST \/auth\/v1\/token$/);
  await mira.page.goto(link);
  await mira.page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await mira.page.getByRole('button', { name: 'Set new password and sign in' }).click();
  await mira.page.getByRole('main').getByRole('heading', { name: messages.search.title }).waitFor();

  await page.reload();
  await teamRow(page, 'mira@example.com').getByText('Active', { exact: true }).waitFor();
  await page.getByLabel('Role of mira@example.com').selectOption('Owner');
  await expect.poll(() => disableOwn.isDisabled()).toBe(false);
  await page.getByRole('button', { name: 'Rename mira@example.com' }).click();
  await page.getByLabel('Name of mira@example.com').fill('Mira');
  await page.getByLabel('Name of mira@example.com').press('Enter');
  await page.getByLabel('Role of Mira').selectOption('Viewer');
  await expect.poll(() => page.getByLabel('Role of Mira').isEnabled()).toBe(true);
  await mira.page.goto('/settings');
  await mira.page
    .getByText('Only owners can do this, and you are a viewer. Ask an owner of this installation.')
    .first()
    .waitFor();
  expect(await mira.page.getByRole('button', { name: /^(Invite|Disable )/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Disable Mira' }).click();
  await page.getByRole('button', { name: 'Disable member' }).click();
  await teamRow(page, 'mira@example.com').getByText('Disabled', { exact: true }).waitFor();

  await mira.page.reload();
  await mira.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();

  await page.getByRole('button', { name: 'Enable Mira' }).click();
  await page.getByRole('button', { name: 'Enable member' }).click();
  await teamRow(page, 'mira@example.com').getByText('Active', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Reset password of Mira' }).click();
  expect(await page.getByLabel('Link to choose a password').inputValue()).toContain(
    '/reset-password?token_hash=',
  );
  await page.getByRole('button', { name: 'Done' }).click();
});

test('people who disable their own account are signed out', async () => {
  const { members } = await stage.api<Team>('GET', '/team');
  const mine = members.find(({ email }) => email === ACCOUNT.email);
  const { link } = await stage.api<AccessLink>('POST', '/team', {
    email: 'nils@example.com',
    name: 'Nils',
    role: 'owner',
  });
  const nils = await stage.visit();
  const { page } = nils;
  await page.goto(link ?? '');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set new password and sign in' }).click();
  await page.getByRole('main').getByRole('heading', { name: messages.search.title }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Disable Nils' }).click();
  await page.getByText('This is your own account.').waitFor();
  nils.allowTrouble(/\/auth\/v1\/logout|^401/);
  await page.getByRole('button', { name: 'Disable member' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  expect(mine?.status).toBe('active');
});

test('axe finds no problem, and everything fits a phone, whatever is open', async () => {
  await add('app_name', 'Harbour Fleet', { description: 'Shown in the title' });
  await add('mail_key', 'sk-secret-4711', { is_encrypted: true });
  await add('a.very.long.key.'.repeat(5), 'a-very-long-value-without-a-space-'.repeat(20));
  await stage.api('POST', '/team', { email: 'a-rather-long-address-of-somebody@warehouse.shops.example' });
  const { page } = await visitSettings();
  await teamRow(page, 'a-rather-long-address').waitFor();
  const problems: string[] = [];
  const check = async (what: string) => {
    for (const problem of await accessibilityProblems(page)) problems.push(`${what}: ${problem}`);
    if (await isTooWideForAPhone(page)) problems.push(`${what} is wider than a phone`);
  };
  await page.getByRole('button', { name: 'Edit mail_key' }).click();
  await page.getByRole('button', { name: 'Edit app_name' }).click();
  await page.getByRole('button', { name: 'Rename a-rather-long-address' }).click();
  await page.getByRole('button', { name: 'Save Shopify App' }).click();
  await check('the fields');
  await page.getByRole('button', { name: 'Delete a.very.long.key.' }).click();
  await page.getByRole('dialog').waitFor();
  await check('the question');
  await page.getByRole('button', { name: 'Cancel', exact: true }).last().click();
  await page.getByRole('button', { name: 'Invite again: a-rather-long-address' }).click();
  await page.getByLabel('Link to choose a password').waitFor();
  await check('the link');
  expect(problems).toEqual([]);
}, 240_000);

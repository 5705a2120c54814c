import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { messages } from '@storefleet/contract/messages';
import type { AccessLink, Team } from '@storefleet/contract/people/team';
import { expect, test } from 'vitest';
import { expectSound } from '../support/accessibility.ts';
import { ACCOUNT, beginSession, signInToApi } from '../support/api.ts';
import { logOut, signIn } from '../support/screens.ts';
import { memberNamed, openStage } from '../support/stage.ts';

const stage = await openStage();
const PASSKEY_OWNER = memberNamed('Pia', 'viewer');

test('sign-in loads its font with the page, refuses a wrong password in words, keeps the input, and stays here', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  visitor.allowTrouble(/^400: POST \/auth\/v1\/token$/);
  await page.goto('/login?return_to=//elsewhere.example/steal');
  await page.getByText(messages.login.tagline).waitFor();
  // The font is requested with the page, so that nothing shifts under the pointer.
  const fonts = await page.evaluate<{ name: string; initiatorType: string }[]>(`(async () => {
    await document.fonts.ready;
    return performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ name, initiatorType }) => ({ name, initiatorType }));
  })()`);
  expect(fonts).toEqual([{ name: expect.stringContaining('inter-latin-wght'), initiatorType: 'link' }]);

  await signIn(page, { ...ACCOUNT, password: 'not-my-password' });
  await page.getByRole('alert').getByText('Invalid login credentials').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(ACCOUNT.email);

  // An external URL is not accepted as redirect after sign-in.
  await signIn(page, ACCOUNT);
  await page.getByRole('heading', { name: messages.search.title }).waitFor();
  expect(new URL(page.url()).origin).toBe(stage.product.url);
});

test('the guard redirects to sign-in and back to the requested page', async () => {
  const { page } = await stage.visit();
  await page.goto('/login');
  await page.goto('/search?q=lamp&type=sku&size=20');
  await page.waitForURL('**/login?**');
  await signIn(page, ACCOUNT);
  await page.waitForURL(/\/search\?.*q=lamp/);
  expect(await page.getByLabel('Search term').inputValue()).toBe('lamp');
  expect(await page.getByLabel('Search by').inputValue()).toBe('sku');

  // Neither the guarded address nor the redirect over sign-in stays in the history.
  await page.goBack();
  await page.waitForURL('**/');
  await page.getByRole('heading', { name: messages.search.title }).waitFor();
});

test('remember me keeps only the email address in this browser', async () => {
  const { page } = await stage.visit();
  await page.goto('/login');
  await page.getByLabel('Remember me').check();
  await signIn(page, ACCOUNT);
  await page.getByText(ACCOUNT.email).waitFor();
  await logOut(page);
  await page.reload();
  expect(await page.getByLabel('Email').inputValue()).toBe(ACCOUNT.email);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  expect(await page.evaluate('localStorage.getItem("savedEmail")')).toBe(ACCOUNT.email);

  await page.getByLabel('Remember me').uncheck();
  await signIn(page, ACCOUNT);
  await page.getByText(ACCOUNT.email).waitFor();
  await logOut(page);
  await page.reload();
  expect(await page.getByLabel('Email').inputValue()).toBe('');
});

test('signing out in one tab signs out the other', async () => {
  const { page, openTab } = await stage.visitSignedIn();
  const other = await openTab('/dashboard');
  await other.getByText(messages.dashboard.empty).waitFor();
  await logOut(page);
  await other.getByRole('button', { name: 'Sign In' }).waitFor();
  await other.goto('/dashboard');
  await other.waitForURL('**/login?**');
});

test('signing out everywhere ends the session of another browser too', async () => {
  const here = await stage.visitSignedIn();
  const elsewhere = await stage.visitSignedIn({ at: '/add-store' });
  const values = {
    'Store name': 'Harbour',
    'Store URL': 'harbour.myshopify.com',
    'Admin API token': 'shpat_1',
  };
  const field = (name: string) => elsewhere.page.getByRole('textbox', { name });
  for (const [name, value] of Object.entries(values)) await field(name).fill(value);
  elsewhere.allowTrouble(/^40[013]: /);
  // A menu whose code fails to load says so; one whose code is slow opens after the first press.
  const code = '**/assets/user-choices*';
  const account = here.page.getByRole('button', { name: ACCOUNT.email });
  here.allowTrouble(/user-choices/);
  await here.page.route(code, (route) => route.abort('failed'));
  await account.click();
  await here.page.getByText('Reload the page, then open it again.').waitFor();
  await here.page.unroute(code);
  await here.page.reload();
  const late = Promise.withResolvers<void>();
  await here.page.route(code, (route) => late.promise.then(() => route.continue()));
  await account.click();
  await expect.poll(() => account.getAttribute('aria-expanded')).toBe('true');
  late.resolve();
  const choice = here.page.getByRole('menuitem', { name: 'Sign out everywhere' });
  await choice.waitFor();
  await here.page.keyboard.press('Escape');
  await here.page.locator(':focus', { hasText: ACCOUNT.email }).waitFor();
  await here.page.keyboard.press('Enter');
  await choice.click();
  await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await here.page.getByRole('button', { name: 'Sign In' }).waitFor();

  // The other browser asks for sign-in above the form being filled in, which is kept.
  await elsewhere.page.getByRole('button', { name: 'Test Connection' }).click();
  const dialog = elsewhere.page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(ACCOUNT.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const [name, value] of Object.entries(values)) expect(await field(name).inputValue()).toBe(value);
});

test('a passkey signs in, also after an ended session; a new password says that it remains; it is removed', async () => {
  await stage.addMember(PASSKEY_OWNER);
  const { email } = PASSKEY_OWNER;
  const { page, context, allowTrouble } = await stage.visit({
    // Passkeys belong to a name.
    baseURL: stage.product.url.replace('127.0.0.1', 'localhost'),
  });
  // A removed passkey is refused; the page learns from refused calls that its session has ended.
  allowTrouble(/^400: POST \/auth\/v1\/passkeys\/authentication\/verify$|^40[013]: /);
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const openPasskeys = async () => {
    await page.getByRole('button', { name: email, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Passkeys' }).click();
    return page.getByRole('dialog', { name: 'Passkeys' });
  };
  await page.goto('/login');
  await signIn(page, PASSKEY_OWNER);
  const dialog = await openPasskeys();
  await dialog.getByText('You have none yet.').waitFor();
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: /^Rename / }).click();
  await dialog.getByRole('textbox').fill('Office laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('never used').waitFor();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Close' }).click();

  // The session of the stage may have ended: "Sign out everywhere".
  const api = await signInToApi(stage.product);
  const { members } = await api<Team>('GET', '/team');
  const member = members.find((one) => one.email === email);
  const { link } = await api<AccessLink>('POST', `/team/${member?.id}/reset-password`);
  await page.goto((link ?? '').replace('127.0.0.1', 'localhost'));
  await page.getByRole('textbox', { name: 'New password' }).fill('six-other-words-entirely');
  await page.getByRole('button', { name: 'Set new password and sign in' }).click();
  await page.getByText('Your passkeys still work').waitFor();

  const { access_token } = await beginSession(stage.product, { email, password: 'six-other-words-entirely' });
  await fetch(`${stage.product.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
  });
  await page.reload();
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByRole('button', { name: 'Use a passkey' }).click();
  await ended.waitFor({ state: 'detached' });

  await logOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  const used = await openPasskeys();
  await used.getByText('Office laptop').waitFor();
  await used.getByText('last used').waitFor();
  await used.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await used.getByText('You have none yet.').waitFor();
  await used.getByRole('button', { name: 'Close' }).click();

  await logOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('alert').getByText('This passkey is not known here').waitFor();
});

test('a forgotten password is replaced through the mailed link, which works once', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByText(messages.login.emailMissing).waitFor();
  await page.getByLabel('Email').fill(ACCOUNT.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByText(messages.login.resetMailSent).waitFor();

  const link = await recoveryLink();
  await page.goto(link);
  const password = 'five-patient-garden-gates';
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('button', { name: 'Set new password and sign in' }).click();
  await page.getByText(ACCOUNT.email).waitFor();
  await logOut(page);
  await signIn(page, { ...ACCOUNT, password });
  await page.getByText(ACCOUNT.email).waitFor();
  await logOut(page);

  visitor.allowTrouble(/^403: POST \/auth\/v1\/verify$/);
  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill('six-other-words-entirely');
  await page.getByRole('button', { name: 'Set new password and sign in' }).click();
  await page.getByRole('alert').getByText('Email link is invalid or has expired').waitFor();
  await page.getByRole('link', { name: 'Back to sign-in to request a new link' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
});

/** The address in the newest mail of the outbox. */
async function recoveryLink(): Promise<string> {
  const outbox = path.join(stage.product.dataDir, 'outbox');
  const newest = async () => {
    const files = await readdir(outbox).catch(() => []);
    const mails = await Promise.all(files.sort().map((file) => readFile(path.join(outbox, file), 'utf8')));
    const texts = mails.map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
    return texts.findLast((text) => text.includes('token_hash=')) ?? '';
  };
  await expect.poll(newest).toContain(`To: ${ACCOUNT.email}`);
  return /https?:\/\/\S+token_hash=[\w-]+[\w&=-]*/.exec(await newest())?.[0] ?? '';
}

import type { AccessLink, Team } from '@storefleet/contract/people/team';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems, expectSound } from '../support/accessibility.ts';
import { ACCOUNT } from '../support/api.ts';
import { createAuthenticator, enrol } from '../support/authenticator.ts';
import { logOut, signIn } from '../support/screens.ts';
import { memberNamed, openStage } from '../support/stage.ts';

const stage = await openStage();
const COLLEAGUE = memberNamed('Vera', 'editor');
const FORGETFUL = memberNamed('Lea', 'editor');

/** Goes through the dialog's steps; returns the app and the recovery codes. */
async function setUp(page: Page, dialog: Locator) {
  const secret = dialog.getByLabel('Secret', { exact: true });
  await expect.poll(() => secret.inputValue()).toMatch(/^[A-Z2-7]{32}$/);
  await dialog.getByRole('img', { name: 'QR code' }).waitFor();
  await expectSound(page);
  const authenticator = createAuthenticator(await secret.inputValue());
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await dialog.getByRole('alert').getByText('This code is wrong').waitFor();
  await dialog.getByLabel('Code', { exact: true }).fill(authenticator.nextCode());
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  await expectSound(page);
  const recoveryCodes = await list.getByRole('listitem').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  return { authenticator, recoveryCodes };
}

test('a forgotten password is replaced with the code', async () => {
  await stage.addMember(FORGETFUL);
  const authenticator = await enrol(stage.product, FORGETFUL);
  const { members } = await stage.api<Team>('GET', '/team');
  const { id } = members.find(({ email }) => email === FORGETFUL.email) ?? { id: '' };
  const { link } = await stage.api<AccessLink>('POST', `/team/${id}/reset-password`);
  const { page, allowTrouble } = await stage.visit();
  allowTrouble(/^401: PUT \/auth\/v1\/user$|^403: GET \/api\/v1\//);
  await page.goto(link ?? '');
  await page.getByRole('textbox', { name: 'New password' }).fill('five-patient-garden-gates');
  await page.getByRole('button', { name: 'Set new password and sign in' }).click();
  await page.getByLabel('Code').fill(authenticator.nextCode());
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set new password and sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByText('Your new password is set.').waitFor();
});

test('an owner sets up a second factor, signs in with it, and requires one of everybody', async () => {
  const { page, allowTrouble } = await stage.visitSignedIn({ at: '/settings' });
  // Wrong codes, calls that are refused before the code, and the regular one that a sign-out overtakes.
  allowTrouble(
    /^422: POST \/auth\/v1\/factors|^403: GET \/api\/v1\/|^401: GET \/api\/v1\/overview\/running$/,
  );
  const team = page.getByRole('region', { name: 'Team' });
  await team.getByText('Set up your own first').waitFor();
  await page.getByRole('button', { name: ACCOUNT.email, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Second factor' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  const own = await setUp(page, page.getByRole('dialog', { name: 'Set up a second factor' }));
  await page.getByText('10 recovery codes left').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();

  await logOut(page);
  await signIn(page, ACCOUNT);
  const question = page.getByRole('dialog', { name: 'Confirm your identity' });
  await question.waitFor();
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  await page.reload();
  await question.getByLabel('Code').fill(own.authenticator.nextCode());
  await question.getByRole('button', { name: 'Confirm' }).click();
  await logOut(page);

  await signIn(page, ACCOUNT);
  await question.getByRole('button', { name: 'Use a recovery code' }).click();
  await question.getByLabel('Recovery code').fill(own.recoveryCodes[0]?.toUpperCase() ?? '');
  expect(await accessibilityProblems(page)).toEqual([]);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();

  await stage.addMember(COLLEAGUE);
  const { page: theirs, ...colleague } = await stage.visit();
  // The reset ends this page's session.
  colleague.allowTrouble(/^422: POST \/auth\/v1\/factors|^40[13]: |^400: POST \/auth\/v1\/token$/);
  await theirs.goto('/login');
  await signIn(theirs, COLLEAGUE);
  await theirs.getByRole('navigation', { name: 'Main' }).waitFor();

  await page.goto('/settings');
  await team.getByRole('switch', { name: 'Require a second factor' }).click();
  await page.getByText('One member has none').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Require it' }).click();
  await page.getByText('A second factor is now required.').waitFor();

  await theirs.goto('/search');
  const demanded = theirs.getByRole('dialog', { name: 'Set up a second factor' });
  await demanded.getByText('Every member needs one').waitFor();
  await setUp(theirs, demanded);
  await theirs.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(await demanded.count()).toBe(0);

  await page.reload();
  await page.getByRole('button', { name: 'Reset the second factor of Vera' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
  await page.getByText('The second factor of Vera was removed.').waitFor();

  await page.getByRole('button', { name: ACCOUNT.email, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Second factor' }).click();
  await page.getByText('9 recovery codes left').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByLabel('Your password, or a code').fill(ACCOUNT.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Every member needs one').waitFor();
});

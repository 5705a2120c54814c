import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { ACCOUNT } from '../support/api.ts';
import { PHONE_SIZE, scrollsSideways } from '../support/screens.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage();
const COLLEAGUE = {
  name: 'Vera',
  email: 'vera@example.com',
  password: 'four-quiet-harbour-lamps',
  role: 'editor',
} as const;

test('somebody sees where they are signed in, and ends the other session', async () => {
  const elsewhere = await stage.visitSignedIn({ at: '/dashboard' });
  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
  await page.getByRole('button', { name: ACCOUNT.email }).click();
  await page.getByRole('menuitem', { name: 'Your sessions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your sessions' });
  await dialog.getByText('Current', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize(PHONE_SIZE);
  expect(await scrollsSideways(page)).toBe(false);
  await dialog.getByRole('button', { name: 'End all others' }).click();
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);

  elsewhere.allowTrouble(/^401|^400: POST \/auth\/v1\/token$/);
  await elsewhere.page.goto('/search');
  await elsewhere.page.getByRole('button', { name: 'Sign In' }).first().waitFor();
});

test('a former member is disabled, then deleted permanently', async () => {
  await stage.addMember(COLLEAGUE);
  const { page } = await stage.visitSignedIn({ at: '/settings' });
  await page.getByRole('button', { name: 'Disable Vera' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable member' }).click();
  await page.getByRole('button', { name: 'Delete Vera' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete member' }).click();
  await page.getByText('Vera was deleted.').waitFor();
  await expect.poll(() => page.getByRole('row', { name: /Vera/ }).count()).toBe(0);
});

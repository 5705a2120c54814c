import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { PHONE_SIZE, scrollsSideways } from '../support/screens.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage();

test('an owner makes a key, sees its secret once, and revokes it', async () => {
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
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize(PHONE_SIZE);
  expect(await scrollsSideways(page)).toBe(false);
  await panel.getByRole('button', { name: 'Revoke Nightly prices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await panel.getByText('Revoked').waitFor();
  expect((await ask('GET', '/stores')).status).toBe(401);
});

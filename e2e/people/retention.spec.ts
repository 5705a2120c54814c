import type { Retention } from '@storefleet/contract/retention';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { connectStore } from '../support/api.ts';
import { PHONE_SIZE, scrollsSideways } from '../support/screens.ts';

import { useStage } from '../support/stage.ts';

const stage = useStage();
const DAYS = 'Days to keep: Change history';

test('an owner chooses how long history is kept, from the size of the database on the dashboard', async () => {
  await connectStore(stage.api, stage.shops.open('anchor', { name: 'Anchor', products: 3 }));
  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
  const storage = page.getByRole('region', { name: 'Storage' });
  await storage.getByText('Products and variants').waitFor();
  await storage.getByText(/free$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

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
  expect(await accessibilityProblems(page)).toEqual([]);
});

async function historyDays(): Promise<number | undefined> {
  const { kinds } = await stage.api<Retention>('GET', '/retention');
  return kinds.find(({ kind }) => kind === 'history')?.days;
}

test.each(['light', 'dark'] as const)('storage and retention fit a phone, %s', async (colorScheme) => {
  const { page } = await stage.visitSignedIn({
    at: '/settings#retention',
    viewport: PHONE_SIZE,
    colorScheme,
  });
  await page.getByRole('form', { name: 'Retention' }).getByLabel(DAYS).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await accessibilityProblems(page)).toEqual([]);
});

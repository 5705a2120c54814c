import { beforeAll, expect, test } from 'vitest';
import { connectStore, syncStores } from '../support/api.ts';
import { resultsTable, searchFor } from '../support/screens.ts';
import { useStage } from '../support/stage.ts';

const EDITOR = {
  name: 'Eva',
  email: 'eva@example.com',
  password: 'four-quiet-harbour-lamps',
  role: 'editor',
} as const;

const stage = useStage();

beforeAll(async () => {
  const { api, shops } = stage;
  const tidal = await connectStore(api, shops.open('tidal', { name: 'Tidal Goods', products: 12 }));
  const alpine = await connectStore(api, shops.open('alpine', { name: 'Alpine Supply', products: 12 }));
  await syncStores(api, [tidal, alpine]);
  await stage.addMember(EDITOR);
});

test('an owner limits a member to a store, who finds no other one anywhere', async () => {
  const owner = await stage.visitSignedIn({ at: '/settings' });
  const team = owner.page.getByRole('region', { name: 'Team' });
  await team.getByRole('button', { name: 'Stores of Eva: All stores' }).click();
  const dialog = owner.page.getByRole('dialog', { name: 'Stores of Eva' });
  await dialog.getByLabel('Stores', { exact: true }).selectOption('some');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose at least one store.').waitFor();
  await dialog.getByLabel('Stores that are seen').click();
  await owner.page.getByRole('option', { name: 'Tidal Goods' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await team.getByRole('button', { name: 'Stores of Eva: 1 store' }).waitFor();

  const { page } = await stage.visitSignedIn({ at: '/dashboard' }, EDITOR);
  await page.getByText('Tidal Goods').first().waitFor();
  expect(await page.getByText('Alpine Supply').count()).toBe(0);
  await page.getByRole('button', { name: EDITOR.email }).click();
  await page.getByText('You see 1 store.').waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/search');
  await searchFor(page, 'a');
  await resultsTable(page).getByRole('row').nth(1).waitFor();
  expect(await page.getByText('Alpine Supply').count()).toBe(0);
});

import { messages } from '@storefleet/contract/messages';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { productsOf, syncStores } from '../support/api.ts';
import { PHONE_SIZE } from '../support/screens.ts';
import { openStage } from '../support/stage.ts';

const EAN = '4006381333931';
const TREE_EAN = '4012345678901';
const stage = await openStage({ inFrontOfCamera: EAN });
const { api } = stage;
const mill = await stage.connectShop('Mill');
mill.shop.catalogue.createProduct({
  title: 'Enamel Mug',
  vendor: 'Quarry Lane',
  variants: [
    { title: 'Blue', sku: 'MUG-B', barcode: EAN, price: '12.00' },
    { title: 'Red', sku: 'MUG-R', price: '13.00' },
  ],
});
mill.shop.catalogue.createProduct({
  title: 'Mug tree',
  variants: [{ sku: 'TREE', barcode: TREE_EAN, price: '30.00' }],
});
const weir = await stage.connectShop('Weir');
weir.shop.catalogue.createProduct({
  title: 'Zinnbecher',
  variants: [{ sku: 'Z-7', barcode: `0${EAN}`, price: '24.50' }],
});
await syncStores(api, [mill, weir]);

test('one box on every screen finds products, stores, screens and actions, by keyboard', async () => {
  const { page } = await stage.visitSignedIn({ at: '/settings' });
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search products, stores and actions' });
  await box.fill('mug');
  const option = (name: RegExp) => page.getByRole('option', { name });
  await option(/Mug tree/).waitFor();
  await option(/Search all products for “mug”/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await box.fill(EAN);
  await option(/Enamel Mug \/ Blue.*Barcode 4006381333931.*\$12\.00/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enamel Mug', level: 1 }).waitFor();

  await page.keyboard.press('Control+k');
  await box.fill('edit');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Enamel Mug' }).waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await box.fill('lane');
  await option(/^Vendor: Quarry Lane\b.*1 product/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Found 1 product.').waitFor();

  await page.keyboard.press('Control+k');
  await box.fill('mug');
  await option(/Mug tree/).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Found 2 products. Displaying page 1 of 1.').waitFor();

  // However fast one types, nothing reaches the screen below.
  const term = page.getByRole('textbox', { name: 'Search term' });
  await term.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mug tree');
  await expect.poll(() => box.inputValue()).toBe('mug tree');
  expect(await term.inputValue()).toBe('mug');
  await page.keyboard.press('Escape');

  const goTo = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await box.fill(typed);
    await page.keyboard.press('Enter');
  };
  await goTo('sort by price');
  await expect.poll(() => page.url()).toContain('sort=price&dir=asc');
  await goTo('density comfortable');
  await expect.poll(() => page.url()).toContain('density=comfortable');
  await goTo('columns…');
  await page.getByRole('button', { name: 'Move Barcode up' }).waitFor();
  await page.keyboard.press('Escape');
  await goTo('settings');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await goTo('filter…');
  await page.getByRole('textbox', { name: 'Add a filter' }).waitFor();

  await page.keyboard.press('Control+k');
  await box.fill('mill');
  await option(/^Mill/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Mill', level: 1 }).waitFor();

  await page.keyboard.press('Control+k');
  await box.fill('tree');
  await option(/Mug tree/).waitFor();
  const late = Promise.withResolvers<void>();
  await page.route('**/products/quick-search**', (route) => late.promise.then(() => route.continue()));
  await box.fill('Zinnbecher');
  await page.keyboard.press('Enter');
  late.resolve();
  await page.getByRole('heading', { name: 'Zinnbecher', level: 1 }).waitFor();

  // Typed before the box has loaded, with the focus in a field of the screen.
  const code = Promise.withResolvers<void>();
  await page.route(/\/command-palette-[^/]*\.js$/, (route) => code.promise.then(() => route.continue()));
  await page.goto('/search');
  await page.getByLabel('Search term').focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Millx');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  code.resolve();
  await page.getByRole('heading', { name: 'Mill', level: 1 }).waitFor();
});

test('two keys open a screen, and a list shows which', async () => {
  const { page } = await stage.visitSignedIn({ at: '/settings' });
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.getByRole('heading', { name: messages.history.title, level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help: History' }).getByText('Go to History').waitFor();
  await page.keyboard.press('Escape');

  await page.setViewportSize(PHONE_SIZE);
  await page.getByRole('button', { name: 'Find anything' }).click();
  await page.getByRole('option', { name: 'Dark theme' }).click();
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Invite a colleague' }).click();
  await expect.poll(() => page.locator('input[type="email"]:focus').count()).toBe(1);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
});

test('a search is saved as a view, opened by a colleague, modified and reset', async () => {
  const kim = { name: 'Kim', email: 'kim@example.com', password: 'another-long-password' };
  await stage.addMember(kim);
  const { page } = await stage.visitSignedIn({ at: '/search?filter=price:<20' });
  await page.getByText('Found 1 product.').waitFor();
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('Under twenty');
  await dialog.getByLabel('Share with everyone').check();
  await page.keyboard.press('Enter');
  const opened = (on: typeof page) => on.getByRole('button', { name: 'View Under twenty' });
  await opened(page).waitFor();

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const link = page
    .getByRole('region', { name: 'Shared views' })
    .getByRole('link', { name: 'Under twenty 1' });
  await link.waitFor();
  expect(await link.getAttribute('aria-current')).toBe('page');
  await page.getByRole('button', { name: 'Pin Under twenty' }).click();
  const pinned = (on: typeof page) => on.getByRole('navigation', { name: 'Pinned views' });
  await pinned(page).getByRole('link', { name: 'Under twenty 1' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const address = (await pinned(page).getByRole('link').getAttribute('href')) ?? '';
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove Price: <20' }).click();
  await page.getByLabel('Search term').fill('mug');
  await page.keyboard.press('Enter');
  await page.getByText('Modified').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Found 1 product.').waitFor();
  await expect.poll(() => page.getByText('Modified').count()).toBe(0);

  const colleague = await stage.visitSignedIn({ at: '/settings' }, kim);
  const other = colleague.page;
  await other.setViewportSize(PHONE_SIZE);
  await other.getByRole('button', { name: 'Open menu' }).click();
  await other.getByRole('link', { name: /Under twenty/ }).click();
  await other.getByText('Found 1 product.').waitFor();
  await opened(other).click();
  await other.getByText(/^Shared by .* only they can change it/).waitFor();
  expect(await other.getByRole('menuitem').allTextContents()).toEqual([
    'Pin to the navigation',
    'Save as a new view',
  ]);

  await opened(page).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Save view' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await opened(page).waitFor();
  await pinned(page).getByRole('link', { name: 'Under twenty 1' }).waitFor();

  await opened(page).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('“Under twenty” was deleted for everybody.').waitFor();
  await expect.poll(() => pinned(page).count()).toBe(0);
  colleague.allowTrouble(/^404: GET \/api\/v1\/views\//);
  await other.goto(address);
  await other.getByRole('heading', { name: 'View not found' }).waitFor();
});

test('a hand scanner opens products, selects rows and opens prices, wherever the focus is', async () => {
  const { page } = await stage.visitSignedIn({ at: '/settings' });
  // Inside the page: on a busy machine, external key events are slower than any scanner.
  const scan = (code: string) =>
    page.evaluate(`for (const key of [...'${code}', 'Enter'])
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
  await scan(TREE_EAN);
  await page.getByRole('heading', { name: 'Mug tree', level: 1 }).waitFor();
  await scan('4006381333932');
  await page.getByText('Its check digit is wrong').waitFor();
  await scan(EAN);
  await page.getByRole('option', { name: /Zinnbecher.*Weir/ }).waitFor();
  await page.getByRole('option', { name: /Enamel Mug \/ Blue.*Mill/ }).waitFor();

  await page.goto('/search?q=mug');
  await page.getByText('Found 2 products.').waitFor();
  await page.getByLabel('Search term').focus();
  await scan(EAN);
  await page.getByText('Selected Enamel Mug / Blue in 2 stores.').waitFor();
  await page.getByText('2 selected, 1 not on this page').waitFor();
  await scan('9999999999994');
  await page.getByText('No store has the code 9999999999994.').waitFor();
  await scan(TREE_EAN);
  await page.getByText('3 selected, 1 not on this page').waitFor();
  expect(await page.getByLabel('Search term').inputValue()).toBe('mug');

  await page.goto('/bulk-price-update?q=enamel');
  await page.getByText('Found 1 product.').waitFor();
  await scan(EAN);
  const priceOf = (name: string) => page.getByRole('textbox', { name: `Price of ${name} in USD` });
  await priceOf('Enamel Mug / Blue').waitFor();
  await scan(TREE_EAN);
  await expect.poll(() => priceOf('Mug tree').inputValue()).toBe('30.00');
  await page.keyboard.type('31.50');
  await page.keyboard.press('Enter');
  await page
    .getByRole('cell', { name: '$31.50' })
    .or(page.getByRole('gridcell', { name: '$31.50' }))
    .waitFor();
});

test('scanning on a phone to set prices: several stores, the next one, a conflict, and undo', async () => {
  const { page } = await stage.visitSignedIn({
    at: '/settings',
    hasTouch: true,
    viewport: PHONE_SIZE,
    permissions: ['camera'],
  });
  await page.getByRole('button', { name: 'Scan with the camera' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Scan to price' });
  await dialog.getByRole('radio', { name: 'Weir: $24.50' }).tap();
  const price = dialog.getByLabel('Price in USD');
  expect(await price.getAttribute('inputmode')).toBe('decimal');
  expect(await accessibilityProblems(page)).toEqual([]);
  await price.fill('25.00');
  await page.keyboard.press('Enter');
  await dialog.getByText(/Weir · \$24\.50.*\$25\.00 · saved/).waitFor();
  const [product] = await productsOf(stage.api, weir);
  expect(product?.variants[0]?.price).toBe('25.00');
  await dialog.getByRole('button', { name: 'Undo the price of Zinnbecher in Weir' }).tap();
  await dialog.getByText(/Weir · \$25\.00.*\$24\.50 · undone/).waitFor();

  const variantId = Number(product?.variants[0]?.shopify_id.split('/').at(-1));
  weir.shop.catalogue.updateVariant(variantId, { price: '24.00' });
  await dialog.getByLabel('Or type the code').fill(EAN);
  await page.keyboard.press('Enter');
  await dialog.getByRole('radio', { name: 'All 2 in USD' }).tap();
  await price.fill('13.00');
  await page.keyboard.press('Enter');
  await dialog.getByText(/Mill · \$12\.00.*\$13\.00 · saved/).waitFor();
  // Who typed the last code types the next one, too.
  await dialog.locator('input:focus').and(dialog.getByLabel('Or type the code')).waitFor();
  await dialog.getByRole('button', { name: /^Price of Zinnbecher was not saved/ }).tap();
  await page.getByRole('button', { name: 'Save $13.00' }).tap();
  await dialog.getByText(/Weir · .*\$13\.00 · saved/).waitFor();
});

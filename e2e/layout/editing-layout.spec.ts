import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { messages } from '@storefleet/contract/messages';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { productsOf, syncStores, untilEnded } from '../support/api.ts';
import { bulkActions, fillAction, rowBox, updateRows } from '../support/editing.ts';
import { isTooWideForAPhone, searchFor, transitionsEnded } from '../support/screens.ts';
import { variantOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const LONG_TITLE = 'Ferry lantern with a name that is longer than any column, in brass and hand-blown glass';
const stage = await openStage();
const { api } = stage;
const ferry = await stage.connectShop('Ferry');
const other = await stage.connectShop('Gorge', { currency: 'EUR' });
const silent = await stage.connectShop('Holm');
const add = (shop: typeof ferry.shop, title: string, prices: string[]) =>
  shop.catalogue.createProduct({
    title,
    variants: prices.map((price, index) => ({
      ...(prices.length > 1 ? { title: ['Small', 'Large', 'Huge'][index] ?? 'Other' } : {}),
      sku: `${title.slice(0, 9).toUpperCase()}-${index}`,
      price,
      cost: '2.00',
    })),
  });
add(ferry.shop, LONG_TITLE, ['10.00', '20.00', '30.00']);
add(ferry.shop, 'Ferry bell', ['40.00']);
add(silent.shop, 'Held hook', ['5.00']);
add(ferry.shop, 'Partial plank', ['7.00', '8.00']);
add(ferry.shop, 'Keyed knot', ['9.00']);
add(ferry.shop, 'Keyed knob', ['12.00']);
add(other.shop, 'Gorge ferry ticket', ['3.00']);
const stores = [ferry, other, silent];
await syncStores(api, stores);
const products = (await Promise.all(stores.map((store) => productsOf(api, store)))).flat();

await applied('Ferry bell', '41.00');
await applied('Ferry bell', '42.00');
await applied('Gorge ferry ticket', '3.50');
// Updates in different states, which their screens are opened with.
const planned = await plan('Ferry', '0.50');
stage.shops.simulator.faults.add({
  shop: ferry.shop.domain,
  action: { kind: 'user_error', message: 'Price is fixed by a contract', field: ['price'] },
});
const partial = await applied('Partial plank', '7.50');
const hold = stage.shops.simulator.hold({
  shop: silent.shop.domain,
  match: 'productVariantsBulkUpdate',
  when: 'before',
  // The product gives up on a silent shop, and retries.
  times: 1_000,
});
afterAll(() => {
  stage.shops.simulator.faults.clear();
  hold.release();
});
const running = await plan('Held hook', '5.50');
await api('POST', `/products/bulk-updates/${running}/apply`, {});
await hold.reached;

/** Every screen and dialog of editing, with what shows that it is loaded. */
const screens: Record<string, (page: Page) => Promise<unknown>> = {
  'selection and Bulk Actions': async (page) => {
    await select(page);
    await fillAction(page, { attribute: 'Price', change: 'Increase by', value: '12,5' });
    await bulkActions(page).getByText('Write decimals with a point: 12.5.').first().waitFor();
  },
  'question before another search': async (page) => {
    await select(page);
    await searchFor(page, 'bell');
    await page.getByRole('dialog', { name: 'Search for something else?' }).waitFor();
  },
  'preview in its dialog, with warnings': async (page) => {
    await select(page);
    await fillAction(page, { attribute: 'Price', change: 'Set to', value: '0' });
    await bulkActions(page).getByRole('button', { name: 'Preview changes' }).click();
    await updateRows(page.getByRole('dialog')).getByText('$10.00').waitFor();
  },
  'export of a search': async (page) => {
    await page.goto('/search?q=ferry');
    await page.getByRole('button', { name: 'Export: choose the format' }).click();
    await page.getByRole('button', { name: 'Excel (.xlsx)' }).waitFor();
  },
  'import of a file, with a row to decide about': async (page) => {
    await page.goto('/search');
    await page.getByRole('button', { name: 'Import' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /Choose a CSV or Excel file/ }).click();
    await (await chooser).setFiles({
      name: 'a.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('SKU,Price,Colour\nNOBODY-HAS-IT,1.00,red\n'),
    });
    await page.getByRole('group', { name: 'What row 2 means' }).waitFor();
  },
  'preview at its address': (page) =>
    arrive(page, `/bulk-updates/${planned}`, updateRows(page).getByText('$0.50').first()),
  'running update': (page) =>
    arrive(page, `/bulk-updates/${running}`, page.getByRole('heading', { name: '0 of 1 variant done' })),
  'question before an update is cancelled': async (page) => {
    await page.goto(`/bulk-updates/${running}`);
    await page.getByRole('button', { name: 'Cancel update' }).click();
    await page.getByRole('dialog', { name: 'Cancel this update?' }).waitFor();
  },
  'result with failures': (page) =>
    arrive(page, `/bulk-updates/${partial}`, updateRows(page).getByText(/fixed by a contract/)),
  'undo of a batch': async (page) => {
    await page.goto(`/bulk-updates/${partial}`);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('dialog').getByRole('list', { name: 'Values that are restored' }).waitFor();
  },
  'no such update': (page) =>
    arrive(
      page,
      '/bulk-updates/01890000-0000-7000-8000-000000000000',
      page.getByRole('heading', { name: 'Update not found' }),
    ),
  'recent updates': (page) =>
    arrive(page, '/bulk-updates', page.getByRole('listitem').filter({ hasText: 'Running' })),
  'bulk price, hint': (page) => arrive(page, '/bulk-price-update', page.getByText(messages.search.hint)),
  'bulk price, open cell': async (page) => {
    await openPrices(page);
    await priceCell(page, 'Ferry bell').click();
    await page.getByRole('textbox', { name: 'Price of Ferry bell in USD' }).waitFor();
  },
  'bulk price, refused value': async (page) => {
    await openPrices(page);
    await typePrice(page, 'Ferry bell', '4,5');
    await page.getByRole('dialog', { name: /^Price of Ferry bell was not saved/ }).waitFor();
  },
  'bulk price, all that was not saved': async (page) => {
    await openPrices(page);
    await typePrice(page, 'Ferry bell', 'free');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('dialog', { name: '1 value was not saved' }).waitFor();
  },
  'bulk price, View All and keys': async (page) => {
    await page.goto('/bulk-price-update?q=ferry&view=all');
    await page.getByRole('rowheader', { name: 'Ferry bell' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Help: Bulk Price' }).waitFor();
  },
  history: (page) =>
    arrive(page, '/history', page.getByRole('table', { name: 'Changes' }).getByText('$42.00')),
  'history, nothing left': (page) =>
    arrive(
      page,
      '/history?from=2020-01-01&to=2020-01-02',
      page.getByRole('heading', { name: messages.history.empty }),
    ),
  'undo with what was changed since': async (page) => {
    await page.goto('/history');
    await page.getByRole('button', { name: 'Undo: Price of Ferry bell' }).nth(1).click();
    await page.getByRole('dialog').getByText('It was changed again since.').waitFor();
  },
};

/** Refused requests that a screen is about. */
const PART_OF_THE_STORY = /^4\d\d: (GET|POST) \/api\/v1\/products\/bulk-updates\//;

test('axe finds no problem on any editing screen, in either theme, and all fit a phone', async () => {
  const visitor = await stage.visitSignedIn();
  visitor.allowTrouble(PART_OF_THE_STORY);
  const { page } = visitor;
  const problems: string[] = [];
  for (const [name, visit] of Object.entries(screens)) {
    await visit(page);
    for (const problem of await accessibilityProblems(page)) problems.push(`${name}: ${problem}`);
    if (await isTooWideForAPhone(page)) problems.push(`${name} is wider than a phone`);
    await leave(page);
  }
  expect(problems).toEqual([]);
}, 240_000);

test('a message does not cover the bar of bulk actions', async () => {
  const { page } = await stage.visitSignedIn();
  // Places the bar at the bottom.
  await page.setViewportSize({ width: 1280, height: 500 });
  await select(page);
  await scan(page, '9999999999994');
  const message = page.locator('.mantine-Notification-root').first();
  await message.waitFor();
  await transitionsEnded(page);
  const [above, bar] = [await message.boundingBox(), await bulkActions(page).boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('everything works without a mouse: select, preview, apply, edit in place, undo', async () => {
  const { page } = await stage.visitSignedIn();
  const { keyboard } = page;
  await tabTo(page, page.getByLabel('Search term'));
  await keyboard.type('keyed');
  await keyboard.press('Enter');
  await rowBox(page, 'Keyed knob').waitFor();
  await tabTo(page, rowBox(page, 'Keyed knob'));
  await keyboard.press('Space');
  await keyboard.press('Shift+ArrowDown');
  await bulkActions(page).getByText('2 selected').waitFor();
  await tabTo(page, bulkActions(page).getByLabel('Value', { exact: true }));
  await keyboard.type('10.50');
  await keyboard.press('Enter');
  const preview = page.getByRole('dialog');
  await updateRows(preview).getByText('$12.00').waitFor();
  await tabTo(page, preview.getByRole('button', { name: 'Update 2 prices' }));
  await keyboard.press('Enter');
  await page.getByText(messages.bulkUpdate.succeeded(2, 'price')).waitFor();

  await tabTo(page, page.getByRole('link', { name: 'Bulk Price' }));
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bulk Price Update' }).waitFor();
  await tabTo(page, page.getByLabel('Search term'));
  await keyboard.type('keyed knot');
  await keyboard.press('Enter');
  await priceCell(page, 'Keyed knot').waitFor();
  await tabTo(page, priceCell(page, 'Keyed knot'));
  await keyboard.press('Enter');
  await keyboard.type('11');
  await keyboard.press('Tab');
  await keyboard.type('3.5');
  await keyboard.press('Enter');
  // More than half as much again has to be confirmed.
  const again = page.getByRole('dialog', { name: 'Save 1 value?' });
  await again.waitFor();
  await tabTo(page, again.getByRole('checkbox'));
  await keyboard.press('Space');
  await tabTo(page, again.getByRole('button', { name: 'Save 1 value' }));
  await keyboard.press('Enter');
  await expect.poll(() => variantOf(ferry, 'Keyed knot')).toMatchObject({ price: '11.00', cost: '3.50' });
  await page.getByText(/^Saving/).waitFor({ state: 'hidden' });

  await tabTo(page, page.getByRole('link', { name: 'History' }));
  await keyboard.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo: Cost of Keyed knot' });
  await undo.waitFor();
  await tabTo(page, undo);
  await keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Undo the change of Cost of Keyed knot?' });
  const confirm = question.getByRole('button', { name: 'Undo 1 change' });
  await confirm.waitFor();
  await tabTo(page, confirm);
  await keyboard.press('Enter');
  await expect.poll(() => variantOf(ferry, 'Keyed knot')).toMatchObject({ price: '11.00', cost: '2.00' });
  await page.getByText('Undone', { exact: true }).first().waitFor();
});

async function arrive(page: Page, address: string, sign: Locator): Promise<void> {
  await page.goto(address);
  await sign.waitFor();
}

/** Selects two rows, and on a phone opens the sheet of actions. */
async function select(page: Page): Promise<void> {
  await page.goto('/search?q=ferry');
  await rowBox(page, `${LONG_TITLE} / Small`).check();
  await rowBox(page, 'Ferry bell').check();
  await bulkActions(page).waitFor();
  const sheet = bulkActions(page).getByRole('button', { name: 'Bulk Actions' });
  if (await sheet.isVisible()) await sheet.click();
}

/** Clears selection, input and dialogs for the next screen. */
async function leave(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  // Of the same origin, and without the app.
  await page.goto('/healthz');
  await page.evaluate('sessionStorage.clear()');
  page.removeAllListeners('dialog');
}

async function openPrices(page: Page): Promise<void> {
  await page.goto('/bulk-price-update?q=ferry');
  await priceCell(page, 'Ferry bell').waitFor();
}

function priceCell(page: Page, product: string): Locator {
  const name = page.getByRole('rowheader', { name: product, exact: true });
  return page.getByRole('row').filter({ has: name }).locator('[data-column="price"]');
}

async function typePrice(page: Page, product: string, price: string): Promise<void> {
  await priceCell(page, product).click();
  await page.getByRole('textbox', { name: `Price of ${product} in USD` }).fill(price);
  await page.keyboard.press('Enter');
}

/** Inside the page: on a busy machine, external key events are slower than any scanner. */
function scan(page: Page, code: string): Promise<unknown> {
  return page.evaluate(`for (const key of [...'${code}', 'Enter'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await element.evaluate((node) => node === node.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${element}.`);
}

/** A preview that sets the price of all products whose title starts with this. */
async function plan(title: string, price: string): Promise<string> {
  const chosen = products.filter((product) => product.title.startsWith(title));
  const batch = await stage.api<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    products_to_update: chosen.map(({ id, store_id }) => ({ id, store_id })),
    attributes_to_set: { price },
  });
  return batch.batch_id;
}

async function applied(title: string, price: string): Promise<string> {
  const batchId = await plan(title, price);
  await stage.api('POST', `/products/bulk-updates/${batchId}/apply`, {});
  await untilEnded(stage.api, batchId);
  return batchId;
}

import { gzipSync } from 'node:zlib';
import { messages } from '@storefleet/contract/messages';
import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { ACCOUNT, syncStores } from '../support/api.ts';
import {
  onAPhone,
  PHONE_SIZE,
  resultsTable,
  scrollsSideways,
  signIn,
  storeCard,
} from '../support/screens.ts';
import { fillShop } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const PHONE = { viewport: PHONE_SIZE };
const stage = await openStage();
const { api } = stage;
const synced = await stage.connectShop(
  'Tidal Goods',
  { products: 60 },
  {
    description: 'Everything for the beach, from March to October.',
    store_country: 'Portugal',
    tags: ['seasonal', 'wholesale', 'beach'],
  },
);
const broken = await stage.connectShop('Umbra', { products: 1_100, bulkObjectsPerSecond: 0 });
await stage.connectShop(
  'Vasari',
  { products: 5 },
  {
    store_status: 'archived',
  },
);
await syncStores(api, [synced]);
await api('POST', `/stores/${broken.id}/sync-graphql`);
await api('POST', `/stores/${broken.id}/sync/force-stop`);
const stores = [synced, broken];

/** Every screen, with what shows that it is loaded. */
const screens: Record<string, (page: Page) => Promise<unknown>> = {
  'product search, hint': (page) => open(page, '/', () => page.getByText(messages.search.hint).waitFor()),
  'product search, results and stores': (page) =>
    open(page, '/search?q=a', async () => {
      await resultsTable(page).getByRole('row').nth(3).waitFor();
      await page.getByRole('button', { name: /^Stores/ }).click();
      await page.getByRole('checkbox', { name: 'Umbra' }).waitFor();
    }),
  'product search, all results': (page) =>
    open(page, '/search?q=a&view=all', () => resultsTable(page).getByRole('row').nth(3).waitFor()),
  'product search, nothing found': (page) =>
    open(page, '/search?q=zzzzzz', () =>
      page.getByRole('heading', { name: messages.search.empty }).waitFor(),
    ),
  dashboard: (page) =>
    open(page, '/dashboard', () => storeCard(page, 'Umbra').getByText('Failed', { exact: true }).waitFor()),
  'delete question': async (page) => {
    // The menu stays under the pointer, and in the window, when the last panel above it arrives.
    const late = Promise.withResolvers<void>();
    await page.route('**/api/v1/team', (route) => late.promise.then(() => route.continue()));
    await open(page, '/dashboard', async () => {
      const more = page.getByRole('button', { name: 'More for Umbra' });
      await more.click();
      const before = await more.boundingBox();
      late.resolve();
      await page.getByRole('region', { name: 'First steps' }).waitFor();
      expect(Math.abs(((await more.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(60);
      await page.unroute('**/api/v1/team');
      await page.getByRole('menuitem', { name: 'Delete Umbra' }).click();
      await page.getByText(messages.stores.confirmDelete).waitFor();
    });
  },
  'add store, refused': (page) =>
    open(page, '/add-store', async () => {
      await page.getByRole('button', { name: 'Create Store' }).click();
      await page.getByText('Store name is required.').waitFor();
    }),
  'add store, OAuth': (page) =>
    open(page, '/add-store', async () => {
      await page.getByLabel('Connection method').selectOption('oauth');
      await page.getByText('The Shopify app is not entered yet').waitFor();
      await page.getByRole('alert').getByRole('link', { name: 'Settings' }).waitFor();
      await page
        .getByRole('button', { name: 'Create and Connect with Shopify' })
        .waitFor({ state: 'detached' });
    }),
  'edit store': (page) =>
    open(page, `/stores/${stores[0]?.id}/edit`, () =>
      page.getByRole('button', { name: 'Update Store' }).waitFor(),
    ),
  'store detail': (page) =>
    open(page, `/stores/${stores[0]?.id}`, () =>
      page.getByRole('region', { name: 'Sync status' }).getByText('Synced', { exact: true }).waitFor(),
    ),
  'store detail, force stopped': (page) =>
    open(page, `/stores/${stores[1]?.id}`, () =>
      page.getByRole('button', { name: 'Reset Sync Status' }).waitFor(),
    ),
  'product editor': (page) =>
    open(page, `/stores/${stores[0]?.id}`, async () => {
      // Its arrival moves the button below.
      await page.getByText('Sync completed successfully').first().waitFor();
      await page.getByRole('button', { name: 'View Products' }).click();
      const products = page.getByRole('region', { name: 'Products of this store' });
      await products
        .getByRole('link', { name: /^Edit / })
        .first()
        .click();
      await page.locator('input[aria-label^="Price of "]:not([readonly])').first().fill('no price');
      await page.getByRole('button', { name: 'Review' }).click();
      await page.getByRole('region', { name: 'Changes' }).waitFor();
    }),
  'pagination test': (page) =>
    open(page, `/stores/${stores[0]?.id}/pagination-test`, async () => {
      await page.getByRole('button', { name: 'Run Pagination Test' }).click();
      await page.getByRole('region', { name: 'Result' }).waitFor();
    }),
  'not found': (page) => open(page, '/nowhere', () => page.getByText('Page not found').waitFor()),
};

test('axe finds no problem on any screen, in either theme, and all fit a phone', async () => {
  const { page } = await stage.visitSignedIn();
  const problems: string[] = [];
  for (const [name, visit] of Object.entries(screens)) {
    await visit(page);
    for (const problem of await accessibilityProblems(page)) problems.push(`${name}: ${problem}`);
    const { isTooWide, zooms } = await onAPhone(page, async () => ({
      isTooWide: await scrollsSideways(page),
      zooms: await makesAPhoneZoom(page),
    }));
    if (isTooWide) problems.push(`${name} is wider than a phone`);
    if (zooms) problems.push(`${name} has a field that is too small for a phone`);
  }
  expect(problems).toEqual([]);
}, 240_000);

test('long names and labels fit a narrow phone', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenhandel';
  const danube = await stage.connectShop(`Danube ${word}`, {}, { tags: [word] });
  const { id, name } = danube;
  fillShop(danube, 'Captain’s cap', [{ price: '20.00', cost: '8.00' }]);
  await syncStores(api, [danube]);
  const search = { query: 'Captain’s cap', type: 'name', filter: `-vendor:${word}` };
  const price_change = { attribute: 'price', operation: 'increase', unit: 'percent', value: '4' };
  const plan = await api<{ batch_id: string }>('POST', '/products/bulk-updates/preview', {
    search,
    price_change,
  });
  await api('POST', '/scheduled-syncs', {
    name: 'Nightly',
    store_id: id,
    sync_method: 'graphql',
    schedule_type: 'daily',
    schedule_config: { hour: 2, minute: 0 },
    timezone: 'UTC',
    is_active: true,
    max_failures: 3,
  });
  const { page } = await stage.visitSignedIn({ viewport: { width: 360, height: 640 } });
  const problems: string[] = [];
  for (const [address, shown] of [
    ['/dashboard', name],
    [`/stores/${id}`, 'Rate budget'],
    [`/stores/${id}/edit`, 'Update Store'],
    ['/compare/rules', name],
    ['/health', 'Active and out of stock'],
    ['/scheduled-syncs/new-several', `${word} (1)`],
    ['/scheduled-syncs', 'Coming week'],
    [`/bulk-updates/${plan.batch_id}`, 'Captain’s cap'],
  ] as const) {
    await page.goto(address);
    await page.getByText(shown).first().waitFor();
    await page.waitForLoadState('networkidle');
    if (await scrollsSideways(page)) problems.push(`${address} is wider than a narrow phone`);
    for (const label of await page.evaluate<string[]>(CUT_LABELS))
      problems.push(`${address} cuts “${label}”`);
    for (const run of await page.getByRole('listitem').getByRole('link', { name: 'Nightly' }).all())
      if (((await run.boundingBox())?.height ?? 0) > 40)
        problems.push('a schedule has no room beside its store');
  }
  const cap = await page.locator('td[data-column="name"]').first().boundingBox();
  if ((cap?.width ?? 0) < 80) problems.push('the name of a product has no room beside that of its store');
  expect(problems).toEqual([]);
});

/** Labels of buttons that are wider than their button. */
const CUT_LABELS = `[...document.querySelectorAll('main button, main a')]
  .flatMap((button) => [...button.querySelectorAll('span')])
  .filter(({ scrollWidth, clientWidth }) => clientWidth > 2 && scrollWidth > clientWidth + 1)
  .map(({ textContent }) => textContent)`;

test('axe finds no problem on the screens before sign-in, in either theme', async () => {
  const visitor = await stage.visit();
  visitor.allowTrouble(/^400: POST \/auth\/v1\/token$/);
  const { page } = visitor;
  const problems: string[] = [];
  await page.goto('/login');
  await signIn(page, { email: 'nobody@example.com', password: 'wrong' });
  await page.getByRole('alert').waitFor();
  problems.push(...(await accessibilityProblems(page)));
  await page.goto('/reset-password?token_hash=abc&type=recovery');
  await page.getByRole('button', { name: 'Set new password and sign in' }).waitFor();
  problems.push(...(await accessibilityProblems(page)));
  expect(problems).toEqual([]);
});

test('with an empty cache, a first search loads less than 250 kB of JavaScript', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto('/search?q=a');
  await signIn(page, ACCOUNT);
  await resultsTable(page).getByRole('row').nth(3).waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
});

/** Phones zoom in on a focused field with text below 16 pixels. */
async function makesAPhoneZoom(page: Page): Promise<boolean> {
  const smallest = await page.evaluate<number>(`Math.min(
    ...[...document.querySelectorAll('input:not([type="checkbox"], [type="radio"]), select, textarea')].map((field) =>
      Number.parseFloat(getComputedStyle(field).fontSize),
    ),
  )`);
  return smallest < 16;
}

test('nothing is animated with reduced motion', async () => {
  const { page } = await stage.visitSignedIn();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await screens.dashboard?.(page);
  const longest = await page.evaluate<number>(`Math.max(
    ...[...document.querySelectorAll('*')].map((element) =>
      Number.parseFloat(getComputedStyle(element).transitionDuration),
    ),
  )`);
  expect(longest).toBeLessThan(0.001);
});

test('on a phone the links are in a menu, which closes when one is followed', async () => {
  const { page } = await stage.visitSignedIn(PHONE);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await storeCard(page, 'Tidal Goods').waitFor();
  await menu.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
});

test('on a laptop the bar shows the whole name of the application', async () => {
  const { page } = await stage.visitSignedIn();
  await page.goto('/');
  const name = page.getByRole('banner').getByText('Shopify Multi-Store Management');
  await name.waitFor();
  for (const width of [1280, 1380, 1440, 1536, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction(`innerWidth === ${width}`);
    const isWhole = (element: { scrollHeight: number; clientHeight: number }) =>
      element.scrollHeight <= element.clientHeight;
    expect(await name.evaluate(isWhole), `${width}`).toBe(true);
  }
});

test('rows that load have bars where their texts will be', async () => {
  const { page } = await stage.visitSignedIn();
  const late = Promise.withResolvers<void>();
  await page.route('**/api/v1/products/search*', (route) => late.promise.then(() => route.continue()));
  await page.goto('/search?q=a');
  const bar = page.getByRole('status', { name: 'Searching' }).locator('.mantine-Skeleton-root').last();
  const inset = async () => {
    const [inside, around] = [await bar.boundingBox(), await bar.locator('..').boundingBox()];
    return Math.min((inside?.x ?? 0) - (around?.x ?? 0), (inside?.y ?? 0) - (around?.y ?? 0));
  };
  await expect.poll(inset).toBeGreaterThan(8);
  late.resolve();
  await resultsTable(page).getByRole('row').nth(3).waitFor();
});

test('the theme follows the system until one is chosen, and the choice is remembered', async () => {
  const { page } = await stage.visitSignedIn({ colorScheme: 'dark' });
  await themed(page, 'dark');
  await chooseTheme(page, 'Light');
  await themed(page, 'light');
  await page.reload();
  await themed(page, 'light');
  await chooseTheme(page, 'Dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await themed(page, 'dark');
  await chooseTheme(page, 'System');
  await themed(page, 'light');
});

test('a chosen theme applies before the application loads', async () => {
  const visitor = await stage.visit();
  visitor.allowTrouble(/^failed: GET \/assets\//);
  const { page } = visitor;
  await page.goto('/login');
  await chooseTheme(page, 'Dark');
  await themed(page, 'dark');
  await page.route('**/assets/*.js', (route) => route.abort('failed'));
  await page.reload();
  await themed(page, 'dark');
  expect(await page.locator('#root').textContent()).toBe('');
});

test('a page says that it waits for the server, and when the server does not respond', async () => {
  const visitor = await stage.visit();
  visitor.allowTrouble(/config/);
  const { page } = visitor;
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v1/config', async (route) => {
    await answered.promise;
    await route.abort('failed');
  });
  await page.goto('/login');
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  answered.resolve();
  await page.getByRole('heading', { name: 'The server is not responding' }).waitFor();
  await page.unroute('**/api/v1/config');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByLabel('Email').waitFor();
});

async function open(page: Page, address: string, arrived: () => Promise<unknown>): Promise<void> {
  await page.goto(address);
  await arrived();
}

async function chooseTheme(page: Page, name: 'Light' | 'Dark' | 'System'): Promise<void> {
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

function themed(page: Page, theme: 'light' | 'dark'): Promise<void> {
  return page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' });
}

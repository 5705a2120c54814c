/** How does Lighthouse score the screens of the built app, on a desktop with an empty cache? */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@storefleet/server/platform/db/database';
import { createTestApp, findFreePort, TEST_USER } from '@storefleet/test-support/app';
import { findBrowser } from '@storefleet/test-support/browser';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { chromium, type Page } from 'playwright-core';
import { cleanUpLater } from './lib/clean-up.ts';
import { seedCatalogue } from './lib/databases/seed-catalogue.ts';
import { median } from './lib/statistics.ts';
import { printTable, say } from './lib/table.ts';

const STORES = 12;
const VARIANTS = 5_000;
/** Matches a few hundred products. */
const TERM = 'lamp';
const CATEGORIES = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  'best-practices': 'Best practices',
  seo: 'SEO',
} as const;
type Category = keyof typeof CATEGORIES;
const categories = Object.keys(CATEGORIES) as Category[];

const ATTEMPTS = 3;

type Screen = { name: string; path: string };

export async function benchLighthouse({ rounds }: { rounds: number }): Promise<void> {
  const app = await createTestApp();
  const closeApp = cleanUpLater(() => app.close());
  const { storeIds } = await seedCatalogue(app.db, { variants: VARIANTS, stores: STORES });
  await addActivity(app.db);
  const { rows } = await app.db.query<{ id: string }>('select id from products limit 1');
  const productId = rows[0]?.id;
  await app.fetchApi('/settings', { method: 'POST', json: { key: 'app_name', value: 'Storefleet' } });

  const browser = await openBrowser();
  const measured: { screen: Screen; results: Result[] }[] = [];
  const measureAll = async (screens: readonly Screen[]) => {
    for (const screen of screens) {
      say(`Lighthouse: ${screen.name}`);
      const results: Result[] = [];
      for (let round = 0; round < rounds; round += 1) {
        results.push(await measure(`${app.url}${screen.path}`, browser.port));
      }
      measured.push({ screen, results });
    }
  };
  await measureAll([{ name: 'Login', path: '/login' }]);
  await signIn(browser.page, app.url);
  await measureAll([
    { name: 'Search', path: `/search?q=${TERM}` },
    { name: 'Dashboard', path: '/dashboard' },
    { name: 'Store', path: `/stores/${storeIds[0]}` },
    { name: 'Product', path: `/products/${productId}` },
    { name: 'Bulk Price', path: `/bulk-price-update?q=${TERM}` },
    { name: 'Schedules', path: '/scheduled-syncs' },
    { name: 'Several schedules', path: '/scheduled-syncs/new-several' },
    { name: 'History', path: '/history' },
    { name: 'Recent updates', path: '/bulk-updates' },
    { name: 'Add a shop', path: '/add-store' },
    { name: 'Add a SQL Server', path: '/add-mssql-store' },
    { name: 'Settings', path: '/settings' },
  ]);
  await browser.close();
  await closeApp();

  printTable(
    `Lighthouse on the built app, desktop (median of ${rounds}; at least 95 wanted)`,
    ['Screen', ...Object.values(CATEGORIES)],
    measured.map(({ screen, results }) => [
      screen.name,
      ...categories.map((category) => String(median(results.map((result) => score(result, category))))),
    ]),
  );
}

/** Runs and edits of the last thirty days, so that the dashboard has something to draw. */
async function addActivity(db: Database): Promise<void> {
  await db.query(
    `insert into sync_runs (id, store_id, method, trigger, status, counted_products, counted_exactly,
       total_products, processed_products, enqueued_at, created_at, completed_at)
     select gen_random_uuid(), stores.id, 'graphql', 'schedule', 'completed', 100, true, 100, 100, ended, ended, ended
     from stores, generate_series(now() - interval '29 days', now(), interval '1 day') as ended`,
  );
  await db.query(
    `insert into change_history (id, changed_at, batch_id, origin, store_id, store_name, product_id,
       product_source_id, product_title, attribute, old_value, new_value)
     select gen_random_uuid(), changed, gen_random_uuid(), 'bulk_update', stores.id, shop_name, gen_random_uuid(),
       '1', 'Lamp', 'title', 'Lamp', 'Lamps'
     from stores, generate_series(now() - interval '29 days', now(), interval '12 hours') as changed`,
  );
}

/** A browser that Lighthouse can control, which stays signed in across measurements. */
async function openBrowser() {
  const port = await findFreePort();
  const profile = await mkdtemp(path.join(tmpdir(), 'sf-bench-'));
  const { args = [], ...options } = await findBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
    headless: true,
    viewport: null,
  });
  const close = cleanUpLater(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  });
  const [page = await context.newPage()] = context.pages();
  return { port, page, close };
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(TEST_USER.email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_USER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Search term').waitFor();
  await page.goto('about:blank');
}

async function measure(url: string, port: number): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await lighthouse(
      url,
      { port, logLevel: 'silent', onlyCategories: categories },
      desktopConfig,
    );
    if (!outcome) throw new Error(`Lighthouse said nothing of ${url}.`);
    const { runtimeError } = outcome.lhr;
    if (!runtimeError) return outcome.lhr;
    // On a busy machine it may miss the start of a load, and asks to be run again.
    if (attempt === ATTEMPTS) throw new Error(runtimeError.message);
  }
}

/** From 0 to 100. */
function score(result: Result, category: Category): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100);
}

/** How long after a key press does a price cell show it, with more than five thousand rows on the page? */
import { createTestApp, TEST_USER } from '@storefleet/test-support/app';
import { launchBrowser } from '@storefleet/test-support/browser';
import type { Page } from 'playwright-core';
import { cleanUpLater } from './lib/clean-up.ts';
import { seedCatalogue } from './lib/databases/seed-catalogue.ts';
import { median, percentile } from './lib/statistics.ts';
import { count, milliseconds, printTable, say } from './lib/table.ts';

/** Part of every generated name, so that all variants are on the page. */
const TERM = 'e';
const VARIANTS = 6_000;
const KEYS = 60;
/** Milliseconds between two keys: a very fast typist. */
const KEY_DELAY = 40;

export async function benchTyping(): Promise<void> {
  say(`typing among ${count(VARIANTS)} rows`);
  const app = await createTestApp();
  const closeApp = cleanUpLater(() => app.close());
  await seedCatalogue(app.db, { variants: VARIANTS });
  await app.signIn();
  const browser = await launchBrowser();
  const closeBrowser = cleanUpLater(() => browser.close());
  const page = await browser.newPage();
  const rows = await showAll(page, app.url);
  const delays = await type(page);
  await closeBrowser();
  await closeApp();
  printTable(
    'From a key in a price cell to the next frame (under 50 ms wanted)',
    ['Rows in View All', 'Keys', 'p50, ms', 'p95, ms', 'Slowest, ms'],
    [
      [
        count(rows),
        String(delays.length),
        ...[median(delays), percentile(delays, 0.95), Math.max(...delays)].map(milliseconds),
      ],
    ],
  );
}

async function showAll(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/bulk-price-update?q=${TERM}&view=all`);
  await page.getByLabel('Email').fill(TEST_USER.email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_USER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText(/^Showing ([\d,]+) of \1 results$/).waitFor();
  const rows = await page.getByRole('grid').getAttribute('aria-rowcount');
  return Number(rows) - 1;
}

/** Milliseconds from each key to the next frame, in the browser's own time. */
async function type(page: Page): Promise<number[]> {
  await page.getByRole('grid').locator('[data-column="price"]').nth(2).click();
  await page.getByRole('grid').getByRole('textbox').waitFor();
  await page.evaluate(`
    window.delays = [];
    addEventListener('keydown', () => {
      const pressed = performance.now();
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => window.delays.push(performance.now() - pressed);
        painted.port2.postMessage(null);
      });
    }, true);
  `);
  const digits = Array.from({ length: KEYS }, (_, index) => String(index % 10)).join('');
  await page.keyboard.type(digits, { delay: KEY_DELAY });
  return page.evaluate<number[]>('window.delays');
}

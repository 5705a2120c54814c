/** How much does a browser load until a search has found something, including sign-in? */
import { gzipSync } from 'node:zlib';
import { createTestApp, TEST_USER } from '@storefleet/test-support/app';
import { launchBrowser } from '@storefleet/test-support/browser';
import type { Browser, Page, Response } from 'playwright-core';
import { cleanUpLater } from './lib/clean-up.ts';
import { seedCatalogue } from './lib/databases/seed-catalogue.ts';
import { kilobytes, printTable } from './lib/table.ts';

const KINDS = { script: 'JavaScript', stylesheet: 'CSS', font: 'Fonts' } as const;
/** Matches about ten products. */
const TERM = 'lamp';
type Kind = keyof typeof KINDS;
type Loaded = { kind: Kind; plain: number; gzipped: number; sent: number };

export async function benchPageWeight(): Promise<void> {
  const app = await createTestApp();
  const closeApp = cleanUpLater(() => app.close());
  await seedCatalogue(app.db, { variants: 200 });
  await app.signIn();
  const browser = await launchBrowser();
  const closeBrowser = cleanUpLater(() => browser.close());
  const loaded = await loadUntilFound(browser, app.url, TERM);
  await closeBrowser();
  await closeApp();
  printTable(
    'What a browser with nothing cached loads until a search has found something, signing in included (under 250 kB of gzipped JavaScript wanted)',
    ['', 'Files', 'Unpacked', 'Gzipped', 'Sent by the server'],
    Object.entries(KINDS).map(([kind, title]) => {
      const files = loaded.filter((file) => file.kind === kind);
      const sum = (size: (file: Loaded) => number) =>
        kilobytes(files.reduce((total, file) => total + size(file), 0));
      const sums = [sum(({ plain }) => plain), sum(({ gzipped }) => gzipped), sum(({ sent }) => sent)];
      return [title, String(files.length), ...sums];
    }),
  );
}

async function loadUntilFound(browser: Browser, url: string, term: string): Promise<Loaded[]> {
  const page = await browser.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await searchAsSomebodyNew(page, url, term);
  await page.waitForLoadState('networkidle');
  return (await Promise.all(responses.map(weigh))).filter((file) => file !== null);
}

async function searchAsSomebodyNew(page: Page, url: string, term: string): Promise<void> {
  await page.goto(`${url}/search`);
  await page.getByLabel('Email').fill(TEST_USER.email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_USER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Search term').fill(term);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('grid', { name: 'Products found' }).waitFor();
}

async function weigh(response: Response): Promise<Loaded | null> {
  const kind = response.request().resourceType();
  if (!isKind(kind)) return null;
  const [body, sizes] = await Promise.all([response.body(), response.request().sizes()]);
  // Fonts are already compressed.
  const gzipped = kind === 'font' ? body.length : gzipSync(body).length;
  return { kind, plain: body.length, gzipped, sent: sizes.responseBodySize };
}

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(KINDS, kind);
}

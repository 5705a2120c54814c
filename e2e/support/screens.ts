import type { Locator, Page } from 'playwright-core';

export const PHONE_SIZE = { width: 390, height: 844 };

/** The card of a store on the dashboard. */
export function storeCard(page: Page, name: string): Locator {
  return page.getByRole('article', { name });
}

export async function goTo(
  page: Page,
  link: 'Dashboard' | 'Search' | 'Bulk Price' | 'History',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
}

type SearchBy = 'Product Name' | 'SKU' | 'Barcode';

/** Fills in the search form and sends it. */
export async function searchFor(page: Page, term: string, by: SearchBy = 'Product Name'): Promise<void> {
  await page.getByLabel('Search by').selectOption({ label: by });
  await page.getByLabel('Search term').fill(term);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

export function resultsTable(page: Page): Locator {
  return page.getByRole('grid', { name: 'Products found' });
}

/** The texts of one column of the results, from the top. */
export function column(
  page: Page,
  name: 'title' | 'barcode' | 'price' | 'cost' | 'store_name',
): Promise<string[]> {
  return resultsTable(page).locator(`tbody [data-column="${name}"]`).allInnerTexts();
}

/** Fills in the sign-in form and sends it. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
}

/** Whether the page is now wider than a phone. */
export async function isTooWideForAPhone(page: Page): Promise<boolean> {
  return onAPhone(page, () => scrollsSideways(page));
}

/** Checks the current page at the size of a phone. */
export async function onAPhone<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const before = page.viewportSize();
  await resize(page, PHONE_SIZE);
  const seen = await look();
  if (before) await resize(page, before);
  return seen;
}

/** The browser returns before its page has the new size, so wait until media queries match. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(`innerWidth === ${size.width} && innerHeight === ${size.height}`);
  await transitionsEnded(page);
}

/** Waits for transitions to a new theme or width: during these, colours and sizes belong to neither. */
export function transitionsEnded(page: Page): Promise<void> {
  return page.evaluate(`(async () => {
    const isMoving = () => document.getAnimations().some((animation) => animation instanceof CSSTransition);
    while (isMoving()) await new Promise(requestAnimationFrame);
  })()`);
}

/** Whether the page is wider than its window. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

import type { Locator, Page } from 'playwright-core';

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
  return page.getByRole('table', { name: 'Products found' });
}

/** The texts of one column of the results, from the top. */
export function column(
  page: Page,
  name: 'title' | 'barcode' | 'price' | 'cost' | 'store_name',
): Promise<string[]> {
  return resultsTable(page).locator(`tbody [data-column="${name}"]`).allInnerTexts();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
}

/** Whether the page is wider than its window. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

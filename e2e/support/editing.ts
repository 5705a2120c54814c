import type { Locator, Page } from 'playwright-core';
import { resultsTable } from './screens.ts';

/** Shown at the bottom of the search while rows are selected. */
export function bulkActions(page: Page): Locator {
  return page.getByRole('region', { name: 'Bulk Actions' });
}

/** The checkbox of a result row: `Hat / Red` for a variant, `all 2 variants of Hat` for a product. */
export function rowBox(page: Page, name: string): Locator {
  return resultsTable(page).getByRole('checkbox', { name: `Select ${name}`, exact: true });
}

export type Action = {
  attribute?: string;
  change?: 'Set to' | 'Add to' | 'Publish to' | 'Increase by' | 'Decrease by' | 'Clear the value';
  value?: string;
  unit?: 'Percent' | 'Amount';
  rounding?: string;
};

/** Fills in the Bulk Actions panel, in the order of its fields. */
export async function fillAction(page: Page, action: Action): Promise<void> {
  const panel = bulkActions(page);
  const { attribute, change, value, unit, rounding } = action;
  if (attribute) await panel.getByLabel('Attribute').selectOption({ label: attribute });
  if (change) await panel.getByLabel('Change', { exact: true }).selectOption({ label: change });
  if (value !== undefined) await panel.getByLabel('Value', { exact: true }).fill(value);
  if (unit) await panel.getByLabel('Unit').selectOption({ label: unit });
  if (rounding) await panel.getByLabel('Then round').selectOption({ label: rounding });
}

/** Requests the preview of an action and returns its dialog. */
export async function previewAction(page: Page, action: Action): Promise<Locator> {
  await fillAction(page, action);
  await bulkActions(page).getByRole('button', { name: 'Preview changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nothing has been written yet.').waitFor();
  await updateRows(dialog).waitFor();
  return dialog;
}

export function previewPrice(page: Page, action: Action): Promise<Locator> {
  return previewAction(page, { attribute: 'Price', ...action });
}

/** The rows of a preview or a result. */
export function updateRows(scope: Page | Locator): Locator {
  return scope.getByRole('table', { name: 'Rows of this update' });
}

/** The text of every row of a fully loaded table, without the header and line breaks. */
export async function rowTexts(table: Locator): Promise<string[]> {
  const come = table.and(table.page().locator(':not([aria-busy="true"])'));
  await come.waitFor();
  const texts = await come.getByRole('row').allInnerTexts();
  return texts.slice(1).map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

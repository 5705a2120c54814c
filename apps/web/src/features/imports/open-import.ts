import { createListeners } from '../../lib/browser/listeners.ts';

const { subscribe, notify } = createListeners();

/** Opens the import for a file or rows, from anywhere. */
export const openImport = notify;
export const listenForImport = subscribe;

/** Elements that handle a paste themselves. */
const FIELDS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="gridcell"], [role="dialog"]';

/** Rows of at least two columns pasted outside any field; null for any other paste. */
export function pastedRows(event: ClipboardEvent): File | null {
  if (event.defaultPrevented) return null;
  if (event.target instanceof Element && event.target.closest(FIELDS) !== null) return null;
  const text = event.clipboardData?.getData('text/plain') ?? '';
  return text.includes('\t') ? asFile(text) : null;
}

export const PASTED_NAME = 'pasted rows';

export function asFile(text: string): File {
  return new File([text], PASTED_NAME, { type: 'text/tab-separated-values' });
}

import type { DownloadedFile } from '@storefleet/client/api-client';

/** Milliseconds for which the content stays at hand: some browsers read it only after the click. */
const KEPT_MS = 60_000;

/** Hands a file to the browser, which saves it under its name. */
export function saveFile({ blob, fileName }: DownloadedFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/**
 * Has the browser fetch a file that the server writes meanwhile. It goes on when the page is left, and the
 * browser's own list of downloads says what became of it.
 */
export function startDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

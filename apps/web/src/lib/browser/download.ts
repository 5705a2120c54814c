import type { DownloadedFile } from '@storefleet/client/api-client';

/** Milliseconds before the object URL is revoked: some browsers read it only after the click. */
const KEPT_MS = 60_000;

/** Downloads a file under the given name. */
export function saveFile({ blob, fileName }: DownloadedFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/**
 * Downloads a file while the server generates it. The download survives leaving the page; the browser's
 * download list shows its result.
 */
export function startDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

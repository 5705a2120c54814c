import { findTestBrowser } from '@storefleet/test-support/browser';

/** Has the browser unpacked before several workers want it at once. */
export async function setup(): Promise<void> {
  await findTestBrowser();
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { findTestBrowser } from '@storefleet/test-support/browser';
import { copyFolder } from '@storefleet/test-support/copy-folder';
import { startProduct } from './product.ts';

const PREPARED_DATA = 'STOREFLEET_E2E_DATA';

/**
 * Unpacks the browser once for all workers, and creates one embedded database, of which each spec uses a
 * copy: creating one takes seconds. Specs without an account still see the very first start.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  await findTestBrowser();
  // The first project prepares it for all.
  if (process.env.TEST_DATABASE_URL || process.env[PREPARED_DATA]) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'sf-e2e-prepared-'));
  const product = await startProduct();
  await product.stop();
  copyFolder(product.dataDir, folder);
  await product.close();
  process.env[PREPARED_DATA] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Fills a new data folder, if data was prepared. */
export async function copyPreparedData(dataDir: string): Promise<void> {
  const folder = process.env[PREPARED_DATA];
  if (folder) copyFolder(folder, dataDir);
}

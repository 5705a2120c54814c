import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncPath } from '../durable-files.ts';
import { Secret } from './secret.ts';

export const KEY_FILE_NAME = 'encryption.key';

/** True for the base64 form of exactly 32 bytes. */
export function isEncryptionKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=?$/.test(text) && Buffer.from(text, 'base64').length === 32;
}

/** The key from the key file in the data folder, generated on the first start (mode 0600). */
export async function loadOrCreateKeyFile(dataDir: string): Promise<Secret> {
  const file = path.join(dataDir, KEY_FILE_NAME);
  const present = await loadKeyFile(dataDir);
  if (present) return present;

  makeFolder(dataDir);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    // Linking is atomic, so of several processes that start together one key wins for all.
    await link(draft, file);
    await chmod(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  // From now on the database is sealed under it.
  syncPath(dataDir);
  const key = await loadKeyFile(dataDir);
  if (!key) throw new Error(`The key file ${file} could not be read after it was written.`);
  return key;
}

/** Null if the data folder has no key file. */
export async function loadKeyFile(dataDir: string): Promise<Secret | null> {
  const file = path.join(dataDir, KEY_FILE_NAME);
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (!isEncryptionKey(text)) {
    throw new Error(`The key file ${file} does not hold 32 bytes in base64: put the right file back.`);
  }
  return new Secret(text);
}

import type { Database } from '../db/database.ts';
import { KEY_FILE_NAME, loadKeyFile, loadOrCreateKeyFile } from './encryption-key.ts';
import type { Secret } from './secret.ts';
import { keyIdOf } from './secret-box.ts';

/** A sentence for the person who starts the server. */
export class EncryptionKeyError extends Error {
  override name = 'EncryptionKeyError';
}

export type DatabaseKeyOptions = {
  /** ENCRYPTION_KEY. */
  given: Secret | null;
  /** Where the key file is, when none was given. */
  dataDir: string;
  /** Whether processes of other machines may use the database: none of them makes a key of its own. */
  isShared: boolean;
};

/**
 * The key that the secrets of a migrated database are sealed under. The first process writes the key's name
 * down; who comes with another key, or with none, is refused before it seals or opens anything. Throws an
 * EncryptionKeyError.
 */
export async function keyOfDatabase(
  db: Database,
  { given, dataDir, isShared }: DatabaseKeyOptions,
): Promise<Secret> {
  const present = given ?? (await loadKeyFile(dataDir));
  if (present === null && (isShared || (await readKeyId(db)) !== null)) throw missing(isShared);
  const key = present ?? (await loadOrCreateKeyFile(dataDir));
  await db.query('insert into sealing_key (key_id) values ($1) on conflict do nothing', [keyIdOf(key)]);
  if ((await readKeyId(db)) !== keyIdOf(key)) throw different(given === null);
  return key;
}

async function readKeyId(db: Database): Promise<string | null> {
  const { rows } = await db.query<{ key_id: string }>('select key_id from sealing_key');
  return rows[0]?.key_id ?? null;
}

function missing(isShared: boolean): EncryptionKeyError {
  return new EncryptionKeyError(
    isShared
      ? 'ENCRYPTION_KEY is missing: every process on the database of DATABASE_URL needs the same one. Print one with `openssl rand -base64 32` when the database is new, keep it, and set it for all of them.'
      : `The key file ${KEY_FILE_NAME} is missing in DATA_DIR: put back the one that this database was made with, or set ENCRYPTION_KEY to what it held.`,
  );
}

function different(isFile: boolean): EncryptionKeyError {
  const source = isFile ? `The key file ${KEY_FILE_NAME} in DATA_DIR` : 'ENCRYPTION_KEY';
  return new EncryptionKeyError(
    `${source} is not the key that the secrets in this database are sealed under: set ENCRYPTION_KEY to that one, which the other processes and the backups have.`,
  );
}

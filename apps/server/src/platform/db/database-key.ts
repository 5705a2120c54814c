import { KEY_FILE_NAME, loadKeyFile, loadOrCreateKeyFile } from '../crypto/encryption-key.ts';
import type { Secret } from '../crypto/secret.ts';
import { keyIdOf } from '../crypto/secret-box.ts';
import type { Database } from './database.ts';

/** A sentence for the person who starts the server. */
class EncryptionKeyError extends Error {
  override name = 'EncryptionKeyError';
}

type DatabaseKeyOptions = {
  /** The value of ENCRYPTION_KEY. */
  given: Secret | null;
  /** Folder of the key file, for when no key is given. */
  dataDir: string;
  /** Whether processes on other machines may use the database; if so, no process generates a key. */
  isShared: boolean;
};

/**
 * The key that seals the secrets of a migrated database. The first process records the key's id; a process
 * with another key, or none, is refused before it seals or opens anything. Throws an EncryptionKeyError.
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

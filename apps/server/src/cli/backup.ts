/** `npm run backup FILE`: the whole database, and the embedded one's key, in one file; the server may run. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { readConfig } from '../config/config.ts';
import { KEY_FILE_NAME } from '../platform/crypto/encryption-key.ts';
import { BackupError, backUp } from '../platform/db/backup/backup.ts';
import { kindOfFolder } from '../platform/db/embedded/kind.ts';
import { openBesideServer } from '../platform/db/open.ts';
import { describeFailure } from '../start-failure.ts';
import { version } from '../version.ts';
import { callersPath } from './callers-path.ts';
import { databaseOf } from './database-of.ts';

try {
  const config = readConfig(process.env);
  const [name, ...rest] = process.argv.slice(2);
  if (!name || rest.length > 0) throw new BackupError('Name the file to write: npm run backup FILE');
  if (config.databaseUrl === null && kindOfFolder(config.dataDir) === null) {
    throw new BackupError(`There is no database in ${config.dataDir}: set DATA_DIR to its folder.`);
  }
  const file = path.resolve(callersPath(), name);
  const key =
    config.encryptionKey === null
      ? await readFile(path.join(config.dataDir, KEY_FILE_NAME), 'utf8').catch(() => null)
      : null;
  const { db, close } = await openBesideServer(databaseOf(config));
  try {
    await backUp({ db, key, file, version, now: new Date() });
  } finally {
    await close();
  }
  console.log(`The backup is in ${file}.`);
  console.log(
    key === null
      ? 'It does not hold ENCRYPTION_KEY, without which the stored secrets cannot be read: keep that too.'
      : 'It holds the key to the stored secrets: keep it as safe as a password.',
  );
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}

/** `npm run backup FILE`: the embedded database and its key in one file, also while the server runs. */
import path from 'node:path';
import process from 'node:process';
import { readConfig } from '../config/config.ts';
import { BackupError, backUp } from '../platform/db/embedded/backup.ts';
import { describeFailure } from '../start-failure.ts';
import { version } from '../version.ts';
import { callersPath } from './callers-path.ts';

try {
  const config = readConfig(process.env);
  const [name, ...rest] = process.argv.slice(2);
  if (!name || rest.length > 0) throw new BackupError('Name the file to write: npm run backup FILE');
  if (config.databaseUrl !== null) {
    throw new BackupError(
      'DATABASE_URL is set, so the data is not in the embedded database: back that PostgreSQL up with pg_dump, and keep ENCRYPTION_KEY or the key file of DATA_DIR with it.',
    );
  }
  const file = path.resolve(callersPath(), name);
  await backUp({ dataDir: config.dataDir, file, version, now: new Date() });
  console.log(`The backup is in ${file}.`);
  console.log(
    config.encryptionKey === null
      ? 'It holds the key to the stored secrets: keep it as safe as a password.'
      : 'It does not hold ENCRYPTION_KEY, without which the stored secrets cannot be read: keep that too.',
  );
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}

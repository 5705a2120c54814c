/** `npm run restore FILE [--force]`: puts a backup in the place of the embedded database. */
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { BackupError, restoreBackup } from '../platform/db/embedded/backup.ts';
import { describeFailure } from '../start-failure.ts';
import { callersPath } from './callers-path.ts';

try {
  const config = readConfig(process.env);
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { force: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [name, ...rest] = positionals;
  if (!name || rest.length > 0) throw new BackupError('Name the backup: npm run restore FILE');
  if (config.databaseUrl !== null) {
    throw new BackupError(
      'DATABASE_URL is set, so the data is not in the embedded database: restore that PostgreSQL with pg_restore.',
    );
  }
  const file = path.resolve(callersPath(), name);
  const result = await restoreBackup({ dataDir: config.dataDir, file, force: values.force, now: new Date() });
  console.log(`The backup of ${result.createdAt} is in place; npm start opens it.`);
  if (result.keptAside) console.log(`The database that was there before is in ${result.keptAside}.`);
  if (!result.holdsKey && config.encryptionKey === null) {
    console.log('The backup holds no key: set ENCRYPTION_KEY to the one it was made with before you start.');
  }
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}

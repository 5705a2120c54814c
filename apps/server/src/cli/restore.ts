/** `npm run restore FILE [--force]`: restores a backup into DATA_DIR, or into an empty PostgreSQL. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '../config/config.ts';
import { KEY_FILE_NAME } from '../platform/crypto/encryption-key.ts';
import { BackupError } from '../platform/db/backup/backup.ts';
import { type Restored, restoreFolder, restoreInto } from '../platform/db/backup/restore.ts';
import { connectDatabase } from '../platform/db/database.ts';
import { describeFailure } from '../start-failure.ts';
import { callersPath } from './callers-path.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const print = (line: string) => console.log(line);

try {
  const config = readConfig(process.env);
  const { name, force } = readArguments(process.argv.slice(2));
  const file = path.resolve(callersPath(), name);
  const { createdAt, key } =
    config.databaseUrl === null
      ? await restoreEmbedded(config, file, force)
      : await restorePostgres(config.databaseUrl.reveal(), config, file);
  print(`The backup of ${createdAt} is in place; npm start opens it.`);
  if (key === null && config.encryptionKey === null) {
    print('The backup holds no key: set ENCRYPTION_KEY to the one it was made with before you start.');
  }
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}

function readArguments(args: string[]): { name: string; force: boolean } {
  const force = args.includes('--force');
  const [name, ...rest] = args.filter((arg) => arg !== '--force');
  if (!name || name.startsWith('-') || rest.length > 0) {
    throw new BackupError('Name the backup: npm run restore FILE, or npm run restore -- FILE --force');
  }
  return { name, force };
}

async function restoreEmbedded(config: Config, file: string, force: boolean): Promise<Restored> {
  const restored = await restoreFolder({
    dataDir: config.dataDir,
    kind: config.embeddedDatabase,
    file,
    force,
    now: new Date(),
    migrations,
    print,
  });
  if (restored.keptAside) print(`The database that was there before is in ${restored.keptAside}.`);
  return restored;
}

/** Several processes share it, and get the key from their environment: it is put where a person finds it. */
async function restorePostgres(connectionString: string, config: Config, file: string): Promise<Restored> {
  const db = connectDatabase({ connectionString, statementTimeout: 0, maxConnections: 1 });
  try {
    const restored = await restoreInto({ db, file, migrations, print });
    const keyFile = path.join(config.dataDir, KEY_FILE_NAME);
    if (restored.key !== null && !existsSync(keyFile)) {
      await writeFile(keyFile, restored.key, { mode: 0o600 });
      print(`Set ENCRYPTION_KEY of every process to the line in ${keyFile}.`);
    }
    return restored;
  } finally {
    await db.close();
  }
}

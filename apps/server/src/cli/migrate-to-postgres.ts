/** `npm run migrate-to-postgres`: moves everything from the embedded database to an empty PostgreSQL. */

import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { KEY_FILE_NAME } from '../platform/crypto/encryption-key.ts';
import { connectDatabase, type Database } from '../platform/db/database.ts';
import { keyOfDatabase } from '../platform/db/database-key.ts';
import { startEmbeddedDatabase } from '../platform/db/embedded/embedded-database.ts';
import { kindOfFolder } from '../platform/db/embedded/kind.ts';
import { moveDatabase, requireThisVersion } from '../platform/db/move/move-database.ts';
import { moveToNative } from '../platform/db/move/move-to-native.ts';
import { MoveError, requireEmptyTarget } from '../platform/db/move/target.ts';
import { describeFailure } from '../start-failure.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

const HELP = `npm run migrate-to-postgres [URL]
npm run migrate-to-postgres -- --embedded

Moves everything from the embedded database in DATA_DIR to an empty PostgreSQL (15 or newer, encoding UTF8), or from a
PGlite folder, as older versions wrote them, to the PostgreSQL that this version brings along.

  URL   postgres://user:password@host:5432/database. Without it, DATABASE_URL names the PostgreSQL, which keeps the
        password out of the list of processes.
  --embedded
        Within DATA_DIR: the old folder is kept aside, and npm start goes on with the new one.

Stop the server first. The move is one transaction: when it is cut off, the PostgreSQL holds none of it, and the command
can be started again. Rows are counted and their contents compared on both sides before it ends. The embedded database
stays as it is.

Ends with 0 when everything was moved, 1 when nothing was moved, 2 when the command was not understood.`;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

async function main(args: string[]): Promise<number> {
  const { help, embedded: isWithin, url } = readArguments(args);
  if (help) {
    console.log(HELP);
    return 0;
  }
  if (isWithin) {
    const { dataDir } = readConfig({ ...process.env, DATABASE_URL: undefined });
    const keptAside = await moveToNative({
      dataDir,
      migrations,
      now: new Date(),
      print: (line) => console.log(line),
    });
    console.log(`\nEverything has arrived; npm start goes on with it. The old database is in ${keptAside}.`);
    return 0;
  }
  const config = readConfig({ ...process.env, ...(url === undefined ? {} : { DATABASE_URL: url }) });
  if (config.databaseUrl === null) {
    throw new ConfigError(`Name the PostgreSQL to move to, here or in DATABASE_URL.\n\n${HELP}`);
  }
  if (kindOfFolder(config.dataDir) === null) {
    throw new MoveError(
      `There is no embedded database in ${config.dataDir}: set DATA_DIR to the folder that has it.`,
    );
  }
  const target = connectDatabase({
    connectionString: config.databaseUrl.reveal(),
    statementTimeout: 0,
    maxConnections: 1,
  });
  try {
    await requireEmptyTarget(target);
    // Takes the lock of the data folder: a server that runs there is refused, and none can start meanwhile.
    const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir });
    const source = connectDatabase({ ...embedded.connection, statementTimeout: 0, maxConnections: 1 });
    try {
      await requireThisVersion(source, migrations);
      await move(config, source, target);
    } finally {
      await source.close();
      await embedded.close();
    }
  } finally {
    await target.close();
  }
  return 0;
}

function readArguments(args: string[]): { help: boolean; embedded: boolean; url: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        embedded: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new Error('Name one PostgreSQL.');
    if (values.embedded && positionals.length > 0) throw new Error('Name a PostgreSQL or --embedded.');
    return { ...values, url: positionals[0] };
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}

async function move(config: Config, source: Database, target: Database): Promise<void> {
  // With another key the stored tokens could not be opened afterwards.
  await keyOfDatabase(source, { given: config.encryptionKey, dataDir: config.dataDir, isShared: false });
  const moved = await moveDatabase({ source, target, migrations, print: (line) => console.log(line) });
  console.log(
    `\nEverything has arrived: ${formatQuantity(moved.rows, 'row')} in ${formatQuantity(moved.tables, 'table')}, counted and compared.`,
  );
  console.log(nextSteps(config));
}

function nextSteps(config: Config): string {
  const keyFile = path.join(config.dataDir, KEY_FILE_NAME);
  return [
    config.encryptionKey === null
      ? `Start every process with DATABASE_URL, and with ENCRYPTION_KEY set to the line in ${keyFile}: without it the stored tokens cannot be opened.`
      : 'Start every process with DATABASE_URL, and with the same ENCRYPTION_KEY as before: without it the stored tokens cannot be opened.',
    `The embedded database in ${config.dataDir} is as it was. Without DATABASE_URL a server would go on with it: put it away once you are content.`,
  ].join('\n');
}

/** `npm run users`: looks after accounts from the shell, whether or not the server is running. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '../config/config.ts';
import { auditShell } from '../modules/audit/audit-shell.ts';
import { runUsersCommand, UsageError } from '../modules/auth/users-command.ts';
import { keyOfDatabase } from '../platform/db/database-key.ts';
import { runMigrations } from '../platform/db/migrate.ts';
import { type OpenedDatabase, openBesideServer } from '../platform/db/open.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { systemClock } from '../platform/time/clock.ts';
import { createServices } from '../services.ts';
import { describeFailure } from '../start-failure.ts';
import { databaseOf } from './database-of.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

try {
  await main();
} catch (error) {
  console.error(error instanceof UsageError ? error.message : describeFailure(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { db, close } = await open(config);
  const logger = createLogger({ level: 'silent' });
  try {
    const services = createServices({
      config,
      db,
      encryptionKey: await keyOfDatabase(db, {
        given: config.encryptionKey,
        dataDir: config.dataDir,
        isShared: config.databaseUrl !== null,
      }),
      clock: systemClock,
      logger,
    });
    try {
      const argv = process.argv.slice(2);
      const isRefusal = (error: unknown) => error instanceof UsageError;
      await auditShell({ audit: services.audit, logger, argv, isRefusal }, () =>
        runUsersCommand(argv, {
          auth: services.auth,
          sendsMail: config.smtpUrl !== null,
          print: (line) => console.log(line),
          askPassword,
        }),
      );
    } finally {
      await services.close();
    }
  } finally {
    await close();
  }
}

async function open(config: Config): Promise<OpenedDatabase> {
  const { isServing, ...opened } = await openBesideServer(databaseOf(config));
  if (!isServing) await runMigrations(opened.db, migrations);
  return opened;
}

/** A line from the terminal, not shown while it is typed; or the first line of what is piped in. */
async function askPassword(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}

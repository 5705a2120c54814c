/** The process: reads the settings, opens the database, starts web and worker, and stops them gracefully. */
import { setGlobalProxyFromEnv } from 'node:http';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { keyOfDatabase } from './platform/db/database-key.ts';
import { runMigrations } from './platform/db/migrate.ts';
import { type OpenedDatabase, openDatabase } from './platform/db/open.ts';
import { createLogOutput, type LogOutput } from './platform/logging/log-output.ts';
import { createLogger, type Logger } from './platform/logging/logger.ts';
import { systemClock } from './platform/time/clock.ts';
import { requireCommonTime } from './platform/time/clock-check.ts';
import { describeFailure } from './start-failure.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
/** Milliseconds after which a hanging shutdown is cut short. */
const STOP_DEADLINE = 9_500;

// By itself V8 lets the heap grow to several times of what is in use before it clears it, so that the garbage
// of a long sync would take 150 MB more than its two pages in hand need.
setFlagsFromString('--heap-growing-percent=50');

try {
  const config = readConfig(process.env);
  if (config.httpsProxy !== null) {
    const { url, except } = config.httpsProxy;
    setGlobalProxyFromEnv({ HTTPS_PROXY: url.reveal(), NO_PROXY: except });
  }
  const output = createLogOutput();
  await run(config, output, createLogger({ level: config.logLevel, destination: output }));
  process.exit(0);
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}

async function run(config: Config, output: LogOutput, logger: Logger): Promise<void> {
  if (config.processRole !== 'all' && config.databaseUrl === null) {
    throw new ConfigError(
      `PROCESS_ROLE=${config.processRole} needs DATABASE_URL: the embedded database belongs to one process, which does everything.`,
    );
  }
  const stopRequested = waitForStop();
  const opening = openDatabase({
    connectionString: config.databaseUrl?.reveal() ?? null,
    maxConnections: config.databaseConnections,
    dataDir: config.dataDir,
    embedded: config.embeddedDatabase,
    onTrouble: (sentence) => logger.error(sentence),
    onLog: (level, line) => logger[level](line),
  });
  const loading = prepare(config, logger, opening);
  try {
    // It may have to wait for another process that migrates; a request to stop does not wait.
    const deps = await Promise.race([loading, stopRequested.then(() => null)]);
    if (deps === null) {
      loading.catch(() => undefined);
      output.write('Storefleet was asked to stop before it had started.\n');
      // A PostgreSQL takes back what was under way when the connection breaks; the embedded one is closed
      // below.
      if (config.databaseUrl !== null) process.exit(0);
      cutShortAfterDeadline(logger);
      return;
    }
    const { startServer } = await import('./server.ts');
    const server = await startServer(deps);
    announce(config, output, server.setupLink);

    const signal = await stopRequested;
    logger.info({ signal }, 'stopping');
    cutShortAfterDeadline(logger);
    await server.stop();
  } finally {
    await opening.then(({ close }) => close());
  }
}

/** Everything that the server depends on. */
async function prepare(config: Config, logger: Logger, opening: Promise<OpenedDatabase>) {
  // Loading the code takes about as long as opening the database: the two go side by side.
  const [{ db, notice }] = await Promise.all([opening, import('./server.ts')]);
  for (const name of await runMigrations(db, MIGRATIONS))
    logger.info({ migration: name }, 'database migrated');
  await requireCommonTime(db, systemClock);
  const encryptionKey = await keyOfDatabase(db, {
    given: config.encryptionKey,
    dataDir: config.dataDir,
    isShared: config.databaseUrl !== null,
  });
  return { config, db, databaseNotice: notice, encryptionKey, clock: systemClock, logger };
}

function cutShortAfterDeadline(logger: Logger): void {
  setTimeout(() => {
    logger.error('Stopping took too long and was cut short.');
    process.exit(1);
  }, STOP_DEADLINE).unref();
}

function waitForStop(): Promise<string> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve('SIGTERM'));
    process.once('SIGINT', () => resolve('SIGINT'));
    // `npm start` keeps a channel open: it closes when that process ends, however it ends.
    process.once('disconnect', () => resolve('disconnect'));
  });
}

/** For the person at the terminal, beside the log. */
function announce(config: Config, output: LogOutput, setupLink: string | null): void {
  const lines =
    config.processRole === 'worker'
      ? ['Storefleet is working in the background.']
      : [`Storefleet is running at ${config.appUrl}`];
  if (setupLink && config.processRole !== 'worker') {
    lines.push('', 'Create the first account at this link. It works once:', `  ${setupLink}`);
  }
  output.write(`\n${lines.join('\n')}\n\n`);
}

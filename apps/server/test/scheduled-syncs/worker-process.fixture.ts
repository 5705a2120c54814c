/** A worker on a database that others share, as WORKER describes it. */
import { readConfig } from '@storefleet/server/config/config';
import { connectDatabase } from '@storefleet/server/platform/db/database';
import { createLogger } from '@storefleet/server/platform/logging/logger';
import { systemClock } from '@storefleet/server/platform/time/clock';
import { startServer } from '@storefleet/server/server';

const { connection, environment } = JSON.parse(process.env.WORKER ?? '{}');
const config = readConfig(environment);
if (config.encryptionKey === null) throw new Error('The worker needs the key that the others have.');
const server = await startServer({
  config,
  db: connectDatabase({ ...connection, maxConnections: 4 }),
  encryptionKey: config.encryptionKey,
  clock: systemClock,
  logger: createLogger({ level: config.logLevel }),
});
process.once('SIGTERM', async () => {
  await server.stop();
  process.exit(0);
});
process.send?.('ready');

/** A server reduced to its database, for tests that kill it: opens the folder, runs what it is sent. */
import process from 'node:process';
import { openDatabase } from '../open.ts';
import { DATABASE_KINDS } from './kind.ts';

const [dataDir = '', kind] = process.argv.slice(2);

try {
  const { db, close } = await openDatabase({
    connectionString: null,
    dataDir,
    embedded: DATABASE_KINDS.find((known) => known === kind) ?? null,
    onTrouble: () => {},
  });
  process.on('message', async (message: { sql: string } | 'close') => {
    if (message === 'close') {
      await close();
      process.exit(0);
    }
    try {
      process.send?.({ rows: (await db.query(message.sql)).rows });
    } catch (error) {
      process.send?.({ error: String(error) });
    }
  });
  process.send?.('ready');
} catch (error) {
  process.send?.({ refused: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  process.disconnect?.();
}

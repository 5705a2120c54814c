import type { Config } from '../config/config.ts';
import type { OpenOptions } from '../platform/db/open.ts';

/** The database that the settings name, for a command at the shell. */
export function databaseOf(config: Config): OpenOptions {
  return {
    connectionString: config.databaseUrl?.reveal() ?? null,
    dataDir: config.dataDir,
    embedded: config.embeddedDatabase,
    onTrouble: (sentence) => console.error(sentence),
  };
}

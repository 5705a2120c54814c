import type { Logger } from '../../logging/logger.ts';
import type { Queryable } from '../database.ts';
import { readMigrations } from '../migrate.ts';

type SchemaNoticeDeps = {
  readonly db: Queryable;
  /** Folder of this version's migrations. */
  readonly directory: string;
  readonly logger: Logger;
};

/**
 * Returns a sentence once a newer version has migrated the database beyond what this process knows, as in a
 * rolling upgrade; else null. Also logs it, once.
 */
export function createSchemaNotice({
  db,
  directory,
  logger,
}: SchemaNoticeDeps): () => Promise<string | null> {
  let newestKnown: number | null = null;
  let isLogged = false;
  return async () => {
    newestKnown ??= (await readMigrations(directory)).at(-1)?.version ?? 0;
    const { rows } = await db.query<{ name: string }>(
      'select name from schema_migrations where version > $1 order by version limit 1',
      [newestKnown],
    );
    if (!rows[0]) return null;
    const notice = `A newer version of this program has changed the database (${rows[0].name}): this process goes on with the work that it understands, and is to be replaced by that version.`;
    if (!isLogged) logger.warn(notice);
    isLogged = true;
    return notice;
  };
}

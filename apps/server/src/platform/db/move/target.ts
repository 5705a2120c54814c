import type { Queryable } from '../database.ts';
import { requireEveryCharacter } from '../migrate.ts';

/** The message is a sentence for the person at the shell; nothing was changed. */
export class MoveError extends Error {
  override name = 'MoveError';
}

const OLDEST_POSTGRESQL = 15;
const MAKE_A_NEW_ONE =
  "make a new one (create database storefleet encoding 'UTF8' template template0) and name that";

type Found = { version: number; encoding: string; tables: string; ours: boolean };

/** Accepts only an empty PostgreSQL of a supported version. */
export async function requireEmptyTarget(target: Queryable): Promise<void> {
  const { rows } = await target.query<Found>(
    `select current_setting('server_version_num')::int / 10000 as version,
       current_setting('server_encoding') as encoding,
       (select count(*) from pg_class c where c.relnamespace = current_schema()::regnamespace
          and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as tables,
       to_regclass('schema_migrations') is not null as ours`,
  );
  const [found] = rows;
  if (!found) throw new MoveError('The PostgreSQL to move to did not say what it is.');
  if (found.version < OLDEST_POSTGRESQL) {
    throw new MoveError(
      `The PostgreSQL to move to is version ${found.version}: use ${OLDEST_POSTGRESQL} or newer.`,
    );
  }
  requireEveryCharacter(found.encoding);
  if (found.ours) {
    throw new MoveError(
      `The database to move to holds a Storefleet already, if only an empty one that was started once: ${MAKE_A_NEW_ONE}.`,
    );
  }
  if (Number(found.tables) > 0)
    throw new MoveError(`The database to move to is not empty: ${MAKE_A_NEW_ONE}.`);
}

/** Drops indexes that no constraint needs: the returned statements build them faster at the end. */
export async function dropPlainIndexes(target: Queryable): Promise<string[]> {
  const { rows } = await target.query<{ name: string; definition: string }>(
    `select format('%I', c.relname) as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace
       and not exists (select from pg_constraint where conindid = c.oid)
     order by c.relname collate "C"`,
  );
  for (const { name } of rows) await target.query(`drop index ${name}`);
  return rows.map((row) => row.definition);
}

export type SequenceValue = { name: string; last_value: string };

/** The last value of each sequence. */
export async function readSequences(source: Queryable): Promise<SequenceValue[]> {
  const { rows } = await source.query<SequenceValue>(
    `select format('%I', sequencename) as name, last_value::text from pg_sequences
     where schemaname = current_schema() and last_value is not null`,
  );
  return rows;
}

export async function writeSequences(target: Queryable, values: readonly SequenceValue[]): Promise<void> {
  for (const { name, last_value } of values)
    await target.query('select setval($1::regclass, $2::bigint)', [name, last_value]);
}

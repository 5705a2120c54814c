import type { Queryable } from '@storefleet/server/platform/db/database';

type Line = { line: string };

/**
 * A schema of the database as text that is the same on every PostgreSQL: tables with columns and constraints,
 * indexes, triggers and functions, ordered by name.
 */
export async function describeSchema(db: Queryable, schema: string): Promise<string> {
  const lines = async (sql: string) => (await db.query<Line>(sql, [schema])).rows.map((row) => row.line);
  const sections = [
    ['Tables', await lines(COLUMNS)],
    ['Constraints', await lines(CONSTRAINTS)],
    ['Indexes', await lines(INDEXES)],
    ['Triggers', await lines(TRIGGERS)],
    ['Functions', await lines(FUNCTIONS)],
  ] as const;
  return sections.map(([title, content]) => `-- ${title}\n\n${content.join('\n')}\n`).join('\n');
}

const COLUMNS = `
  select format(E'%s\\n%s\\n', c.relname, string_agg(
    '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when coll.collname is null or coll.collname = 'default' then '' else ' collate ' || coll.collname end
      || case when a.attnotnull then ' not null' else '' end
      || case when d.adbin is null then '' else ' default ' || pg_get_expr(d.adbin, d.adrelid) end,
    E'\\n' order by a.attnum)) as line
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  left join pg_collation coll on coll.oid = a.attcollation
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p')
  group by c.relname order by c.relname collate "C"`;

// PostgreSQL 18 lists NOT NULL among the constraints; the columns already say it.
const CONSTRAINTS = `
  select format('%s: %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
  from pg_constraint
  where connamespace = $1::regnamespace and conrelid <> 0 and contype <> 'n'
  order by conrelid::regclass::text collate "C", conname collate "C"`;

const INDEXES = `
  select indexdef as line from pg_indexes where schemaname = $1 order by tablename collate "C", indexname collate "C"`;

const TRIGGERS = `
  select pg_get_triggerdef(t.oid) as line
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = $1::regnamespace and not t.tgisinternal
  order by c.relname collate "C", t.tgname collate "C"`;

// Excludes functions of extensions.
const FUNCTIONS = `
  select case when a.aggfnoid is null then pg_get_functiondef(p.oid)
      else format('aggregate %s: %s, %s', p.oid::regprocedure, a.aggtransfn, a.aggcombinefn) end as line
  from pg_proc p left join pg_aggregate a on a.aggfnoid = p.oid
  where p.pronamespace = $1::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  order by p.proname collate "C"`;

/** The TypeScript types of whole rows of these tables, as returned by the driver. */
export async function describeRows(db: Queryable, tables: readonly string[]): Promise<string> {
  const types: string[] = [];
  for (const table of tables) {
    const { rows } = await db.query<ColumnType>(COLUMN_TYPES, [table]);
    const fields = rows.map(
      ({ name, type, choices, nullable }) =>
        `  ${name}: ${choices ?? typeOf(type)}${nullable ? ' | null' : ''};`,
    );
    const name = table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
    types.push(`export type ${name}Row = {\n${fields.join('\n')}\n};\n`);
  }
  return ['// Written by schema.test.ts from the migrated database.\n', ...types].join('\n');
}

type ColumnType = { name: string; type: string; choices: string | null; nullable: boolean };

function typeOf(type: string): string {
  const known: Readonly<Record<string, string>> = {
    bigint: 'string',
    boolean: 'boolean',
    bytea: 'Buffer',
    integer: 'number',
    jsonb: 'Record<string, unknown>',
    text: 'string',
    'text[]': 'string[]',
    'timestamp with time zone': 'Date',
    uuid: 'string',
    'uuid[]': 'string[]',
  };
  const found = known[type];
  if (found === undefined) throw new Error(`The TypeScript type of ${type} is not known here.`);
  return found;
}

// A column checked against a list is a union: pg_get_constraintdef writes the list as an array.
const COLUMN_TYPES = `
  select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    (select string_agg('''' || choice[1] || '''', ' | ')
     from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''::text', 'g') choice
     where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]
       and pg_get_constraintdef(c.oid) like 'CHECK ((' || quote_ident(a.attname) || ' = ANY (ARRAY[%])))') as choices
  from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
  order by a.attnum`;

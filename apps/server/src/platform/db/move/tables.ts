import type { Queryable } from '../database.ts';

type Column = {
  /** Quoted if needed. */
  name: string;
  /** As SQL writes it: `text[]`, `timestamp with time zone`. */
  type: string;
};

export type Table = { name: string; columns: Column[] };

/** Maintained by the migrations themselves. */
const OWN_BOOKKEEPING = 'schema_migrations';

type ColumnRow = { table_name: string; column_name: string; type: string };
type ReferenceRow = { from_table: string; to_table: string };

/** The tables of the connection's schema, each after those it references. */
export async function listTables(db: Queryable): Promise<Table[]> {
  const { rows: columns } = await db.query<ColumnRow>(
    `select quote_ident(c.relname) as table_name, quote_ident(a.attname) as column_name,
       format_type(a.atttypid, a.atttypmod) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> $1
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by c.relname collate "C", a.attnum`,
    [OWN_BOOKKEEPING],
  );
  const { rows: references } = await db.query<ReferenceRow>(
    `select distinct quote_ident(origin.relname) as from_table, quote_ident(target.relname) as to_table
     from pg_constraint r join pg_class origin on origin.oid = r.conrelid join pg_class target on target.oid = r.confrelid
     where r.contype = 'f' and r.connamespace = current_schema()::regnamespace and r.conrelid <> r.confrelid`,
  );
  const tables = new Map<string, Table>();
  for (const { table_name: name, column_name, type } of columns) {
    const table = tables.get(name) ?? { name, columns: [] };
    table.columns.push({ name: column_name, type });
    tables.set(name, table);
  }
  return inOrderOfReference([...tables.values()], references);
}

function inOrderOfReference(tables: Table[], references: ReferenceRow[]): Table[] {
  const ordered: Table[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name }) =>
        !placed.has(name) &&
        references.every(({ from_table, to_table }) => from_table !== name || placed.has(to_table)),
    );
    if (!next)
      throw new Error('Some tables refer to each other in a circle: none of them can be filled first.');
    placed.add(next.name);
    ordered.push(next);
  }
  return ordered;
}

import type { Catalogue, DatabaseModel, TableModel, ViewModel } from './model.ts';

/** A name of up to three parts, as functions take it in a text; an omitted part is null. */
export type ObjectName = {
  readonly database: string | null;
  readonly schema: string | null;
  readonly name: string;
};

/** Reads `T`, `dbo.T`, `db..T` and `[my schema].[odd ]] name]`; null for what is no name. */
export function parseObjectName(text: string): ObjectName | null {
  const parts: string[] = [];
  let rest = text.trim();
  for (;;) {
    const match =
      /^\s*\[((?:[^\]]|\]\])*)\]\s*/.exec(rest) ??
      /^\s*"((?:[^"]|"")*)"\s*/.exec(rest) ??
      /^\s*([^.[\]"]*?)\s*(?=\.|$)/.exec(rest);
    if (match === null) return null;
    const quote = match[0].trimStart().charAt(0);
    const part = match[1] ?? '';
    parts.push(
      quote === '[' ? part.replaceAll(']]', ']') : quote === '"' ? part.replaceAll('""', '"') : part,
    );
    rest = rest.slice(match[0].length);
    if (rest === '') break;
    if (!rest.startsWith('.')) return null;
    rest = rest.slice(1);
  }
  const [name = '', schema = '', database = ''] = parts.reverse();
  if (name === '' || parts.length > 3) return null;
  return { name, schema: schema || null, database: database || null };
}

/** Names are compared as the default collation does, without regard to case. */
export function sameName(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase();
}

export function findDatabase(catalogue: Catalogue, name: string): DatabaseModel | null {
  return catalogue.databases.find((database) => sameName(database.name, name)) ?? null;
}

export type CatalogueObject = {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  /** As sys.objects names it, without the blank behind it. */
  readonly type: 'U' | 'V' | 'PK' | 'UQ' | 'D' | 'C' | 'F';
  /** The table of a constraint, else 0. */
  readonly parentId: number;
  readonly created: string;
};

/** All objects of a database: tables, views and the constraints of tables. */
export function objectsOf(database: DatabaseModel): CatalogueObject[] {
  const objects: CatalogueObject[] = [];
  for (const table of database.tables) {
    const { schema, created } = table;
    objects.push({ id: table.id, schema, name: table.name, type: 'U', parentId: 0, created });
    const constraint = (type: CatalogueObject['type'], { id, name }: { id: number; name: string }): void => {
      objects.push({ id, schema, name, type, parentId: table.id, created });
    };
    if (table.primaryKey !== null) constraint('PK', table.primaryKey);
    for (const key of table.uniqueKeys) constraint('UQ', key);
    for (const column of table.columns) if (column.default !== null) constraint('D', column.default);
    for (const check of table.checks) constraint('C', check);
    for (const key of table.foreignKeys) constraint('F', key);
  }
  for (const { id, schema, name, created } of database.views)
    objects.push({ id, schema, name, type: 'V', parentId: 0, created });
  return objects;
}

/** A table or view by its id. */
export function relationById(database: DatabaseModel, id: number): TableModel | ViewModel | null {
  return (
    database.tables.find((table) => table.id === id) ?? database.views.find((view) => view.id === id) ?? null
  );
}

export function isTable(relation: TableModel | ViewModel): relation is TableModel {
  return 'primaryKey' in relation;
}

export function schemaId(database: DatabaseModel, name: string): number | null {
  return database.schemas.find((schema) => sameName(schema.name, name))?.id ?? null;
}

import type { Name } from '../parse/ast.ts';
import { Cursor } from '../parse/cursor.ts';
import {
  type Database,
  type DatabaseObject,
  type Index,
  nameKey,
  type Row,
  sameName,
} from '../store/tables.ts';
import { DEFAULT_COLLATION } from '../values/collation.ts';
import { SqlServerError } from '../values/errors.ts';
import type { ResultColumn, SqlValue } from '../values/sql-value.ts';
import {
  bytesOf,
  collationNameOf,
  isText,
  makeType,
  precisionOf,
  scaleOf,
  TYPE_NAMES,
  typeId,
} from '../values/types.ts';
import type { StatementContext } from './scope.ts';

/** The `sys` views about tables, columns and keys. */
type SystemView = {
  readonly columns: readonly ResultColumn[];
  rows(context: StatementContext): Iterable<Row>;
};

/** `name sysname, object_id int, x bit?`: a view's columns. */
function view(declaration: string, rows: SystemView['rows']): SystemView {
  const columns = declaration.split(', ').map((part): ResultColumn => {
    const [name = '', type = ''] = part.split(' ');
    return { name, type: makeType(type.replace('?', ''), []), nullable: type.endsWith('?') };
  });
  return { columns, rows };
}

/** The columns of a table or view. */
const columnsOf = (object: DatabaseObject, context: StatementContext): readonly ResultColumn[] =>
  object.kind === 'table' ? object.columns : context.planQuery(object.query, context).columns;

const objectsOf = ({ database }: StatementContext): DatabaseObject[] => [...database.objects.values()];
const tablesOf = (context: StatementContext) =>
  objectsOf(context).flatMap((object) => (object.kind === 'table' ? object : []));
const schemaId = (database: Database, schema: string): number =>
  database.schemas.findIndex((name) => sameName(name, schema)) + 1;
/** A primary key is index 1, a heap index 0. */
const indexId = ({ isPrimary }: Index, at: number): number => (isPrimary ? 1 : at + 2);

const VIEWS: Readonly<Record<string, SystemView | undefined>> = {
  objects: view('name sysname, object_id int, schema_id int, type sysname, is_ms_shipped bit', (context) =>
    objectsOf(context).map(({ name, id, schema, kind }) => {
      return [name, id, schemaId(context.database, schema), kind === 'table' ? 'U ' : 'V ', false];
    }),
  ),
  schemas: view('name sysname, schema_id int', ({ database }) =>
    database.schemas.map((name, at) => [name, at + 1]),
  ),
  partitions: view('object_id int, index_id int, rows bigint?', (context) =>
    tablesOf(context).map(({ id, indexes, rows }) => {
      return [id, indexes.some(({ isPrimary }) => isPrimary) ? 1 : 0, BigInt(rows.length)];
    }),
  ),
  columns: view(
    'object_id int, name sysname?, column_id int, system_type_id tinyint, user_type_id int, max_length smallint, precision tinyint, scale tinyint, collation_name sysname?, is_nullable bit?, is_identity bit, is_computed bit',
    (context) =>
      objectsOf(context).flatMap((object) =>
        columnsOf(object, context).map(({ name, type, nullable }, at): SqlValue[] => {
          const own = object.kind === 'table' ? object.columns[at] : undefined;
          const id = typeId(type.name);
          const digits = [bytesOf(type), precisionOf(type), scaleOf(type)];
          const collation = isText(type) ? collationNameOf(type) : null;
          const generated = [(own?.identity ?? null) !== null, (own?.computed ?? null) !== null];
          return [object.id, name, at + 1, id, id, ...digits, collation, nullable, ...generated];
        }),
      ),
  ),
  types: view('name sysname, system_type_id tinyint, user_type_id int', () =>
    TYPE_NAMES.map((name) => [name === 'rowversion' ? 'timestamp' : name, typeId(name), typeId(name)]),
  ),
  databases: view(
    'name sysname, database_id int, state tinyint?, collation_name sysname?, compatibility_level tinyint',
    ({ data }) =>
      // master is first, followed by three more system databases.
      [...data.values()].map(({ name }, at) => [name, at === 0 ? 1 : at + 4, 0, DEFAULT_COLLATION, 160]),
  ),
  indexes: view('object_id int, name sysname?, index_id int, is_unique bit, is_primary_key bit', (context) =>
    tablesOf(context).flatMap(({ id, indexes }) =>
      indexes.map((index, at) => [id, index.name, indexId(index, at), index.isUnique, index.isPrimary]),
    ),
  ),
  index_columns: view('object_id int, index_id int, column_id int, key_ordinal tinyint', (context) =>
    tablesOf(context).flatMap(({ id, indexes }) =>
      indexes.flatMap((index, at) =>
        index.columns.map((position, ordinal) => [id, indexId(index, at), position + 1, ordinal + 1]),
      ),
    ),
  ),
};

export function systemView(name: Name): SystemView | undefined {
  return sameName(name.at(-2) ?? '', 'sys') ? VIEWS[(name.at(-1) ?? '').toLowerCase()] : undefined;
}

/** `name`, `schema.name`, `database.schema.name` or `database..name`; null if it does not exist. */
export function findObject(
  name: Name,
  { data, database }: Pick<StatementContext, 'data' | 'database'>,
): DatabaseObject | null {
  const [own = '', schema = '', owner] = name.toReversed();
  const position = owner === undefined ? database : data.get(owner.toLowerCase());
  return position?.objects.get(nameKey(schema === '' ? 'dbo' : schema, own)) ?? null;
}

function findWritten(written: string, context: StatementContext): DatabaseObject | null {
  try {
    return findObject(new Cursor(written).name(), context);
  } catch (error) {
    if (error instanceof SqlServerError) return null;
    throw error;
  }
}

/** Of the properties only that of a column's period, which `sys.columns` of older servers do not have. */
export function columnProperty(
  id: number,
  name: string,
  property: string,
  context: StatementContext,
): number | null {
  const object = objectsOf(context).find((candidate) => candidate.id === id);
  const columns = object === undefined ? [] : columnsOf(object, context);
  const at = columns.findIndex((column) => sameName(column.name, name));
  if (at < 0 || property.toLowerCase() !== 'generatedalwaystype') return null;
  const period = object?.kind === 'table' ? object.columns[at]?.period : null;
  return period ? ['START', 'END'].indexOf(period) + 1 : 0;
}

export const objectId = (written: string, context: StatementContext): number | null =>
  findWritten(written, context)?.id ?? null;

/** 1 or 0; null for an unknown object. */
export function hasPermission(
  written: string,
  permission: string,
  column: string,
  context: StatementContext,
): number | null {
  const object = findWritten(written, context);
  if (object === null || !columnsOf(object, context).some(({ name }) => sameName(name, column))) return null;
  return context.isReadOnly && permission.toUpperCase() !== 'SELECT' ? 0 : 1;
}

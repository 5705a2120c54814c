import type { ResultColumn, SqlType, SqlTypeName, SqlValue } from '../engine/engine.ts';
import { SqlServerError } from '../engine/engine.ts';
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
import {
  collationNameOf,
  familyOf,
  isText,
  isUnicode,
  lengthOf,
  makeType,
  precisionOf,
  scaleOf,
} from '../values/types.ts';
import type { StatementContext } from './scope.ts';

/** The views of `sys` that are asked for tables, their columns and keys. */
export type SystemView = {
  readonly columns: readonly ResultColumn[];
  rows(context: StatementContext): Iterable<Row>;
};

/** sys.types: each type's number, and the bytes of those whose length does not depend on more. */
const TYPES: Readonly<Record<SqlTypeName, readonly [id: number, bytes: number]>> = {
  uniqueidentifier: [36, 16],
  date: [40, 3],
  time: [41, 0],
  datetime2: [42, 3],
  datetimeoffset: [43, 5],
  tinyint: [48, 1],
  smallint: [52, 2],
  int: [56, 4],
  smalldatetime: [58, 4],
  real: [59, 4],
  money: [60, 8],
  datetime: [61, 8],
  float: [62, 8],
  bit: [104, 1],
  decimal: [106, 0],
  numeric: [108, 0],
  smallmoney: [122, 4],
  bigint: [127, 8],
  varbinary: [165, 0],
  varchar: [167, 0],
  binary: [173, 0],
  char: [175, 0],
  rowversion: [189, 8],
  nvarchar: [231, 0],
  nchar: [239, 0],
};

/** sys.columns.max_length: bytes, and -1 of `max`. */
function bytesOf(type: SqlType): number {
  const [, bytes] = TYPES[type.name];
  if (type.name === 'decimal' || type.name === 'numeric') {
    const precision = precisionOf(type);
    return precision <= 9 ? 5 : precision <= 19 ? 9 : precision <= 28 ? 13 : 17;
  }
  if (type.name === 'time' || type.name === 'datetime2' || type.name === 'datetimeoffset')
    return bytes + (scaleOf(type) <= 2 ? 3 : scaleOf(type) <= 4 ? 4 : 5);
  if (bytes > 0) return bytes;
  return type.length === 'max' ? -1 : lengthOf(type) * (isUnicode(type) ? 2 : 1);
}

const precisionShown = (type: SqlType): number => {
  const fraction = scaleOf(type) === 0 ? 0 : scaleOf(type) + 1;
  if (type.name === 'time') return 8 + fraction;
  if (type.name === 'datetime2') return 19 + fraction;
  if (type.name === 'datetimeoffset') return 26 + fraction;
  return ['text', 'guid', 'binary'].includes(familyOf(type)) ? 0 : precisionOf(type);
};

/** `name sysname, object_id int, x bit?`: the columns of a view. */
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
/** A primary key is index 1, a table without one index 0. */
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
          const [id] = TYPES[type.name];
          const digits = [bytesOf(type), precisionShown(type), scaleOf(type)];
          const collation = isText(type) ? collationNameOf(type) : null;
          const generated = [(own?.identity ?? null) !== null, (own?.computed ?? null) !== null];
          return [object.id, name, at + 1, id, id, ...digits, collation, nullable, ...generated];
        }),
      ),
  ),
  types: view('name sysname, system_type_id tinyint, user_type_id int', () =>
    Object.entries(TYPES).map(([name, [id]]) => [name === 'rowversion' ? 'timestamp' : name, id, id]),
  ),
  databases: view('name sysname, collation_name sysname?', ({ data }) =>
    [...data.values()].map(({ name }) => [name, DEFAULT_COLLATION]),
  ),
  indexes: view('object_id int, name sysname?, index_id int, is_unique bit, is_primary_key bit', (context) =>
    tablesOf(context).flatMap(({ id, indexes }) =>
      indexes.map((index, at) => [id, index.name, indexId(index, at), index.isUnique, index.isPrimary]),
    ),
  ),
  index_columns: view('object_id int, index_id int, column_id int, key_ordinal tinyint', (context) =>
    tablesOf(context).flatMap(({ id, indexes }) =>
      indexes.flatMap((index, at) =>
        index.columns.map((place, ordinal) => [id, indexId(index, at), place + 1, ordinal + 1]),
      ),
    ),
  ),
};

export function systemView(name: Name): SystemView | undefined {
  return sameName(name.at(-2) ?? '', 'sys') ? VIEWS[(name.at(-1) ?? '').toLowerCase()] : undefined;
}

/** `name`, `schema.name`, `database.schema.name` or `database..name`; null where there is none. */
export function findObject(
  name: Name,
  { data, database }: Pick<StatementContext, 'data' | 'database'>,
): DatabaseObject | null {
  const [own = '', schema = '', owner] = name.toReversed();
  const place = owner === undefined ? database : data.get(owner.toLowerCase());
  return place?.objects.get(nameKey(schema === '' ? 'dbo' : schema, own)) ?? null;
}

function findWritten(written: string, context: StatementContext): DatabaseObject | null {
  try {
    return findObject(new Cursor(written).name(), context);
  } catch (error) {
    if (error instanceof SqlServerError) return null;
    throw error;
  }
}

export const objectId = (written: string, context: StatementContext): number | null =>
  findWritten(written, context)?.id ?? null;

/** 1 or 0; null for what is not there. */
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

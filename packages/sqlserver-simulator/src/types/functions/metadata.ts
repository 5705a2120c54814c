import type { DatabaseModel } from '../../catalogue/model.ts';
import {
  findDatabase,
  isTable,
  objectsOf,
  parseObjectName,
  relationById,
  sameName,
  schemaId,
} from '../../catalogue/names.ts';
import {
  cataloguePrecision,
  characterLength,
  maxLength,
  systemTypeId,
  systemTypes,
} from '../../catalogue/type-facts.ts';
import type { SqlType } from '../../engine/engine.ts';
import type { StoredValue } from '../../engine/storage.ts';
import { scaleOf } from '../type.ts';
import { parseType } from '../type-names.ts';
import { type FunctionContext, INT, intOf, type ScalarFunction, SYSNAME, textOf } from './function.ts';

const SMALLINT: SqlType = { name: 'smallint' };

/** A function of texts and numbers that looks something up; NULL when an argument is or nothing is found. */
function lookup(
  args: string,
  type: SqlType,
  find: (
    context: FunctionContext,
    ...args: (string | number | null)[]
  ) => string | number | bigint | null | undefined,
): ScalarFunction {
  const kinds = [...args.replace('?', '')];
  return {
    minArgs: args.includes('?') ? args.indexOf('?') - 1 : kinds.length,
    maxArgs: kinds.length,
    deterministic: false,
    result: () => ({ type }),
    call: (values, types, _result, context): StoredValue => {
      const given = values.map((value, at) =>
        kinds[at] === 'i' ? intOf(value, types[at]) : textOf(value, types[at]),
      );
      const found = find(context, ...given);
      if (found === null || found === undefined) return null;
      return typeof found === 'number' ? BigInt(found) : found;
    },
  };
}

function current({ catalogue, session }: FunctionContext): DatabaseModel | null {
  return findDatabase(catalogue, session.database);
}

/** The named database, or the session's own. */
function databaseOf(context: FunctionContext, id: number | string | null | undefined): DatabaseModel | null {
  if (id === undefined || id === null) return current(context);
  return context.catalogue.databases.find((database) => database.id === Number(id)) ?? null;
}

const OBJECT_ID = lookup('tt?', INT, (context, name, type) => {
  const parsed = parseObjectName(String(name ?? ''));
  if (parsed === null) return null;
  const database =
    parsed.database === null ? current(context) : findDatabase(context.catalogue, parsed.database);
  if (database === null) return null;
  const schema = parsed.schema ?? 'dbo';
  return objectsOf(database).find(
    (object) =>
      sameName(object.name, parsed.name) &&
      sameName(object.schema, schema) &&
      (type === undefined || type === null || sameName(object.type, String(type).trim())),
  )?.id;
});

const OBJECT_NAME = lookup('ii?', SYSNAME, (context, id, database) => {
  const found = databaseOf(context, database);
  return found && objectsOf(found).find((object) => object.id === id)?.name;
});

const OBJECT_SCHEMA_NAME = lookup('ii?', SYSNAME, (context, id, database) => {
  const found = databaseOf(context, database);
  return found && objectsOf(found).find((object) => object.id === id)?.schema;
});

const OBJECT_DEFINITION = lookup('i', { name: 'nvarchar', length: 'max' }, (context, id) => {
  const database = current(context);
  const view = database?.views.find((candidate) => candidate.id === id);
  if (view !== undefined) return `CREATE VIEW [${view.schema}].[${view.name}] AS ${view.definition}`;
  for (const table of database?.tables ?? []) {
    const found = table.columns.find((column) => column.default?.id === id)?.default?.expression;
    if (found !== undefined) return `(${found})`;
  }
  return null;
});

const COLUMNPROPERTY = lookup('itt', INT, (context, id, name, property) => {
  const database = current(context);
  const relation = database && relationById(database, Number(id));
  if (!relation) return null;
  const at = relation.columns.findIndex((column) => sameName(column.name, String(name)));
  const column = relation.columns[at];
  if (column === undefined) return null;
  const own = isTable(relation) ? relation.columns[at] : undefined;
  switch (String(property).toLowerCase()) {
    case 'allowsnull':
      return column.nullable ? 1 : 0;
    case 'columnid':
    case 'ordinal':
      return own?.id ?? at + 1;
    case 'iscomputed':
      return own?.computed ? 1 : 0;
    case 'isidentity':
      return own?.identity ? 1 : 0;
    case 'precision':
      return characterLength(column.type) ?? cataloguePrecision(column.type);
    case 'scale':
      return characterLength(column.type) === null ? scaleOf(column.type) : null;
    case 'charmaxlen':
      return characterLength(column.type);
    case 'isrowguidcol':
    case 'issparse':
    case 'ishidden':
    case 'generatedalwaystype':
    case 'isxmlindexable':
      return 0;
    default:
      return null;
  }
});

const OBJECTPROPERTY = lookup('it', INT, (context, id, property) => {
  const database = current(context);
  const object = database && objectsOf(database).find((candidate) => candidate.id === id);
  if (!database || !object) return null;
  const table = database.tables.find((candidate) => candidate.id === id);
  switch (String(property).toLowerCase()) {
    case 'istable':
    case 'isusertable':
      return object.type === 'U' ? 1 : 0;
    case 'isview':
      return object.type === 'V' ? 1 : 0;
    case 'isprimarykey':
      return object.type === 'PK' ? 1 : 0;
    case 'isconstraint':
      return object.parentId === 0 ? 0 : 1;
    case 'ismsshipped':
    case 'isprocedure':
      return 0;
    case 'tablehasprimarykey':
      return table === undefined ? null : table.primaryKey === null ? 0 : 1;
    case 'tablehasidentity':
      return table === undefined ? null : table.columns.some(({ identity }) => identity !== null) ? 1 : 0;
    case 'schemaid':
      return schemaId(database, object.schema);
    case 'ownerid':
      return 1;
    default:
      return null;
  }
});

const COL_LENGTH = lookup('tt', SMALLINT, (context, table, name) => {
  const column = columnOf(context, String(table), String(name));
  return column && maxLength(column.type);
});

/**
 * https://learn.microsoft.com/sql/t-sql/functions/has-perms-by-name-transact-sql: 1 or 0, NULL where the securable is
 * not there. Of columns alone; a login may all or may read.
 */
const HAS_PERMS_BY_NAME = lookup('tttt?t', INT, (context, table, _class, permission, column) => {
  if (!columnOf(context, String(table), String(column))) return null;
  return context.session.isReadOnly === true && String(permission).toUpperCase() !== 'SELECT' ? 0 : 1;
});

function columnOf(
  context: FunctionContext,
  table: string,
  name: string,
): { type: SqlType } | null | undefined {
  const parsed = parseObjectName(table);
  const database = parsed?.database ? findDatabase(context.catalogue, parsed.database) : current(context);
  if (!database || !parsed) return null;
  const relation = [...database.tables, ...database.views].find(
    (candidate) =>
      sameName(candidate.name, parsed.name) && sameName(candidate.schema, parsed.schema ?? 'dbo'),
  );
  return relation?.columns.find((column) => sameName(column.name, name));
}

const COL_NAME = lookup('ii', SYSNAME, (context, id, columnId) => {
  const database = current(context);
  const relation = database && relationById(database, Number(id));
  if (!relation) return null;
  return isTable(relation)
    ? relation.columns.find((column) => column.id === columnId)?.name
    : relation.columns[Number(columnId) - 1]?.name;
});

export const metadataFunctions: Readonly<Record<string, ScalarFunction>> = {
  OBJECT_ID,
  OBJECT_NAME,
  OBJECT_SCHEMA_NAME,
  OBJECT_DEFINITION,
  COLUMNPROPERTY,
  OBJECTPROPERTY,
  OBJECTPROPERTYEX: OBJECTPROPERTY,
  COL_LENGTH,
  COL_NAME,
  HAS_PERMS_BY_NAME,
  SCHEMA_ID: lookup('t?', INT, (context, name) => {
    const database = current(context);
    return database && schemaId(database, name === undefined ? 'dbo' : String(name));
  }),
  SCHEMA_NAME: lookup('i?', SYSNAME, (context, id) =>
    id === undefined ? 'dbo' : current(context)?.schemas.find((schema) => schema.id === id)?.name,
  ),
  TYPE_NAME: lookup('i', SYSNAME, (_context, id) => systemTypes.find((type) => type.id === id)?.name),
  TYPE_ID: lookup('t', INT, (_context, name) => {
    const known = systemTypes.find((type) => sameName(type.name, String(name)));
    return known?.id ?? idOfSynonym(String(name));
  }),
  DB_ID: lookup('t?', SMALLINT, (context, name) =>
    name === undefined
      ? current(context)?.id
      : name === null
        ? null
        : findDatabase(context.catalogue, String(name))?.id,
  ),
  DB_NAME: lookup('i?', SYSNAME, (context, id) =>
    id === undefined ? context.session.database : id === null ? null : databaseOf(context, id)?.name,
  ),
};

function idOfSynonym(name: string): number | null {
  try {
    return systemTypeId(parseType(name));
  } catch {
    return null;
  }
}

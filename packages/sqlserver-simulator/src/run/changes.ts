import type { SqlType, SqlValue } from '../engine/engine.ts';
import { denied, invalidColumn, invalidObject, sqlError } from '../engine/errors.ts';
import type { Name, Statement } from '../parse/ast.ts';
import { type Column, type Database, type Table, withObject } from '../store/model.ts';
import type { Row } from '../store/sorted-rows.ts';
import { placeOf, withRows } from '../store/tables.ts';
import { convert } from '../values/convert.ts';
import { commonType, familyOf, lengthOf, NULL_TYPE } from '../values/types.ts';
import { findObject } from './catalogue.ts';
import { compile, compileCondition } from './expressions.ts';
import { matchingRows, planQuery } from './queries.ts';
import { type Env, NO_ROWS, type Scope, type StatementContext } from './scope.ts';

/** What a statement leaves behind. */
export type Change = { readonly database: Database; readonly count: number };

type Verb = 'INSERT' | 'UPDATE' | 'DELETE';

/** Throws 208, 4406 for a view, 229 where the login may only read. */
function targetOf(name: Name, verb: Verb, context: StatementContext): Table {
  const table = findObject(name, context);
  if (table === null) throw invalidObject(name.join('.'));
  if (context.isReadOnly) throw denied(verb, table.name, context.database.name, table.schema);
  if (table.kind === 'view')
    throw sqlError(
      4406,
      `Update or insert of view or function '${table.name}' failed because it contains a derived or constant field.`,
    );
  return table;
}

export function insert(statement: Extract<Statement, { kind: 'insert' }>, context: StatementContext): Change {
  const table = targetOf(statement.table, 'INSERT', context);
  const isOwn = ({ identity, computed, type }: Column): boolean =>
    identity !== null || computed !== null || type.name === 'rowversion';
  const places =
    statement.columns === null
      ? table.columns.flatMap((column, place) => (isOwn(column) ? [] : place))
      : statement.columns.map((name) => settable(table, name, 'INSERT'));
  const rows = sourceRows(statement, places.length, context);
  let { lastRow, lastIdentity } = table;
  const added: Row[] = [];
  const complete = completion(table, context);
  for (const values of rows) {
    lastRow += 1;
    const own: SqlValue[] = table.columns.map(() => null);
    for (const [place, column] of table.columns.entries()) {
      const at = places.indexOf(place);
      const value = values[at];
      if (value !== undefined)
        own[place] = assigned(value.value, value.type, column, table, context.database);
      else if (column.identity !== null) {
        lastIdentity = lastIdentity === null ? column.identity.seed : lastIdentity + column.identity.step;
        own[place] = convert(lastIdentity, { name: 'int' }, column.type);
      } else if (column.standard !== null) own[place] = standardValue(column, table, context);
    }
    added.push(complete([lastRow, ...own], 'INSERT'));
  }
  const changed = withRows({ ...table, lastRow, lastIdentity }, [], added);
  return { database: withObject(context.database, changed), count: added.length };
}

type Typed = { readonly value: SqlValue; readonly type: SqlType };

function* sourceRows(
  { rows, query, columns }: Extract<Statement, { kind: 'insert' }>,
  count: number,
  context: StatementContext,
): Generator<Typed[], void, void> {
  const wrongCount = (given: number) =>
    columns === null
      ? sqlError(213, 'Column name or number of supplied values does not match table definition.')
      : sqlError(
          given < count ? 109 : 110,
          `There are ${given < count ? 'more' : 'fewer'} columns in the INSERT statement than values specified in the VALUES clause. The number of values in the VALUES clause must match the number of columns specified in the INSERT statement.`,
          15,
        );
  if (query !== null) {
    const relation = planQuery(query, context);
    if (relation.columns.length !== count) throw wrongCount(relation.columns.length);
    for (const row of relation.rows()) {
      yield row.map((value, at) => ({ value, type: relation.columns[at]?.type ?? NULL_TYPE }));
    }
    return;
  }
  const scope: Scope = { context, sources: [], grouping: null };
  const compiled = (rows ?? []).map((row) => row.map((value) => compile(value, scope)));
  const odd = compiled.find((row) => row.length !== count);
  if (odd !== undefined) throw wrongCount(odd.length);
  // All rows of VALUES share one type in each column.
  const types = compiled.reduce<SqlType[]>(
    (sofar, row) => row.map(({ type }, at) => commonType(sofar[at] ?? NULL_TYPE, type)),
    [],
  );
  for (const row of compiled) {
    yield row.map(({ get, type }, at) => {
      const common = types[at] ?? type;
      return { value: convert(get(NO_ROWS), type, common), type: common };
    });
  }
}

/** Throws 207, 271 for a computed column, 272 or 273 for a rowversion, 544 or 8102 for an identity. */
function settable(table: Table, name: string, verb: Verb): number {
  const place = placeOf(table, name);
  const column = table.columns[place];
  if (column === undefined) throw invalidColumn(name);
  if (column.computed !== null)
    throw sqlError(
      271,
      `The column "${column.name}" cannot be modified because it is either a computed column or is the result of a UNION operator.`,
    );
  if (column.type.name === 'rowversion')
    throw verb === 'INSERT'
      ? sqlError(
          273,
          'Cannot insert an explicit value into a timestamp column. Use INSERT with a column list to exclude the timestamp column, or insert a DEFAULT into the timestamp column.',
        )
      : sqlError(272, 'Cannot update a timestamp column.');
  if (column.identity !== null)
    throw verb === 'INSERT'
      ? sqlError(
          544,
          `Cannot insert explicit value for identity column in table '${table.name}' when IDENTITY_INSERT is set to OFF.`,
        )
      : sqlError(8102, `Cannot update identity column '${column.name}'.`);
  return place;
}

export function update(statement: Extract<Statement, { kind: 'update' }>, context: StatementContext): Change {
  const table = targetOf(statement.table, 'UPDATE', context);
  const scope: Scope = {
    context,
    sources: [{ alias: table.name, columns: table.columns }],
    grouping: null,
  };
  const assignments = statement.assignments.map(({ column, value }) => ({
    place: settable(table, column, 'UPDATE'),
    value: compile(value, scope),
  }));
  const complete = completion(table, context);
  const before = matchingRows(table, statement.where, context);
  const after = before.map((row) => {
    const changed: [number, ...SqlValue[]] = [...row];
    for (const { place, value } of assignments) {
      const column = table.columns[place];
      if (column === undefined) continue;
      changed[place + 1] = assigned(value.get(envOf(row)), value.type, column, table, context.database);
    }
    return complete(changed, 'UPDATE');
  });
  return { database: withObject(context.database, withRows(table, before, after)), count: after.length };
}

export function remove(statement: Extract<Statement, { kind: 'delete' }>, context: StatementContext): Change {
  const table = targetOf(statement.table, 'DELETE', context);
  const gone = matchingRows(table, statement.where, context);
  return { database: withObject(context.database, withRows(table, gone, [])), count: gone.length };
}

const envOf = (row: Row): Env => ({ ...NO_ROWS, rows: [row] });

/** As the column keeps it. Throws 257 where that takes a CONVERT, 2628 where it is too long. */
function assigned(
  value: SqlValue,
  from: SqlType,
  column: Pick<Column, 'name' | 'type'>,
  table: Pick<Table, 'schema' | 'name'>,
  database: Pick<Database, 'name'>,
): SqlValue {
  if (value === null) return null;
  const { type } = column;
  if (familyOf(type) === 'binary' && familyOf(from) === 'text')
    throw sqlError(
      257,
      `Implicit conversion from data type ${from.name} to ${type.name} is not allowed. Use the CONVERT function to run this query.`,
      16,
      3,
    );
  const written = convert(
    value,
    from,
    familyOf(type) === 'text' && familyOf(from) === 'text'
      ? {
          ...type,
          name: type.name === 'char' ? 'varchar' : type.name === 'nchar' ? 'nvarchar' : type.name,
          length: 'max',
        }
      : type,
  );
  const length = lengthOf(type);
  if (familyOf(type) !== 'text' || written === null) return written;
  const text = String(written);
  const kept = text.length > length ? text.replace(/ +$/, '').padEnd(length) : text;
  if (kept.length > length)
    throw sqlError(
      2628,
      `String or binary data would be truncated in table '${database.name}.${table.schema}.${table.name}', column '${column.name}'. Truncated value: '${text.slice(0, length)}'.`,
    );
  return type.name === 'char' || type.name === 'nchar' ? kept.padEnd(length) : kept;
}

function standardValue(column: Column, table: Table, context: StatementContext): SqlValue {
  if (column.standard === null) return null;
  const { get, type } = compile(column.standard, { context, sources: [], grouping: null });
  return assigned(get(NO_ROWS), type, column, table, context.database);
}

/** Fills in what the server writes itself, and checks the rest. Throws 515 and 547. */
function completion(table: Table, context: StatementContext): (row: Row, verb: Verb) => Row {
  const scope: Scope = {
    context,
    sources: [{ alias: table.name, columns: table.columns }],
    grouping: null,
  };
  const computed = table.columns.map(({ computed: of }) => (of === null ? null : compile(of, scope)));
  const checks = table.checks.map(({ name, condition }) => ({
    name,
    condition,
    isMet: compileCondition(condition, scope),
  }));
  return (row, verb) => {
    const made: [number, ...SqlValue[]] = [...row];
    for (const [place, column] of table.columns.entries()) {
      const value = computed[place];
      if (value) made[place + 1] = value.get(envOf(row));
      if (column.type.name === 'rowversion') made[place + 1] = context.nextVersion();
      if ((made[place + 1] ?? null) === null && !column.nullable && column.computed === null)
        throw sqlError(
          515,
          `Cannot insert the value NULL into column '${column.name}', table '${context.database.name}.${table.schema}.${table.name}'; column does not allow nulls. ${verb} fails.`,
          16,
          2,
        );
    }
    for (const { name, condition, isMet } of checks) {
      if (isMet(envOf(made)) !== false) continue;
      const columns = new Set(columnsIn(condition).filter((column) => placeOf(table, column) >= 0));
      const tail = columns.size === 1 ? `, column '${[...columns][0]}'` : '';
      throw sqlError(
        547,
        `The ${verb} statement conflicted with the CHECK constraint "${name}". The conflict occurred in database "${context.database.name}", table "${table.schema}.${table.name}"${tail}.`,
        16,
        0,
      );
    }
    return made;
  };
}

function columnsIn(of: unknown): string[] {
  if (typeof of !== 'object' || of === null) return [];
  const isColumn = 'kind' in of && of.kind === 'column' && 'name' in of && Array.isArray(of.name);
  return isColumn ? [String((of.name as unknown[]).at(-1))] : Object.values(of).flatMap(columnsIn);
}

/**
 * The quick way for many rows: values as the wire has them; defaults and CHECKs are not looked at, keys are.
 */
export function insertMany(
  database: Database,
  table: Table,
  columns: readonly string[],
  rows: Iterable<readonly SqlValue[]>,
): Database {
  const places = columns.map((name) => placeOf(table, name));
  const missing = columns.find((_, at) => places[at] === -1);
  if (missing !== undefined) throw invalidColumn(missing);
  let { lastRow } = table;
  const added: Row[] = [];
  const shapes = table.columns.map(({ type }) => shaper(type));
  for (const values of rows) {
    lastRow += 1;
    const own: [number, ...SqlValue[]] = [lastRow];
    for (let place = 0; place < table.columns.length; place += 1) {
      const value = values[places.indexOf(place)] ?? null;
      own.push(value === null ? null : (shapes[place]?.(value) ?? value));
    }
    added.push(own);
  }
  return withObject(database, withRows({ ...table, lastRow }, [], added));
}

/** Values come in the form of the wire, perhaps with fewer digits or blanks than the type has. */
function shaper(type: SqlType): (value: NonNullable<SqlValue>) => SqlValue {
  switch (familyOf(type)) {
    case 'decimal':
    case 'moment':
      return (value) => convert(String(value), { name: 'varchar', length: 100 }, type);
    case 'text':
      return type.name === 'char' || type.name === 'nchar'
        ? (value) => String(value).padEnd(lengthOf(type))
        : (value) => value;
    case 'integer':
      return type.name === 'bit'
        ? (value) => value === true || value === 1
        : type.name === 'bigint'
          ? (value) => BigInt(value as number)
          : (value) => value;
    default:
      return (value) => value;
  }
}

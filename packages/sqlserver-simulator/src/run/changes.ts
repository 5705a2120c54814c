import type { Change, Delete, Insert, Name, Update } from '../parse/ast.ts';
import {
  type Column,
  type Database,
  positionOf,
  type Row,
  type Table,
  withObject,
  withRows,
} from '../store/tables.ts';
import { convert } from '../values/convert.ts';
import { denied, invalidColumn, invalidObject, sqlError } from '../values/errors.ts';
import type { SqlValue } from '../values/sql-value.ts';
import {
  commonType,
  familyOf,
  isText,
  isUnicode,
  lengthOf,
  NULL_TYPE,
  type SqlType,
  scaleOf,
} from '../values/types.ts';
import { findObject } from './catalogue.ts';
import { compile, compileCondition } from './expressions.ts';
import { filtered, joinedRows, matchingRows, openSource, tableVariable } from './queries.ts';
import { type Env, NO_ROWS, type Scope, type StatementContext } from './scope.ts';

/** The result of a statement. */
type Changed = { readonly database: Database; readonly count: number };

type Verb = 'INSERT' | 'UPDATE' | 'DELETE';

/** A table to change, and the scope of its rows. */
type Target = { readonly table: Table; readonly context: StatementContext; readonly scope: Scope };

export function change(statement: Change, context: StatementContext): Changed {
  const verb = statement.kind === 'insert' ? 'INSERT' : statement.kind === 'update' ? 'UPDATE' : 'DELETE';
  const target = targetOf(statement.table, verb, context);
  if (statement.kind === 'insert') return insert(statement, target);
  return statement.kind === 'update' ? update(statement, target) : remove(statement, target);
}

/** Throws 208, 4406 for a view, 229 for a read-only login. */
function targetOf(name: Name, verb: Verb, context: StatementContext): Target {
  const table = findObject(name, context);
  if (table === null) throw invalidObject(name.join('.'));
  if (context.isReadOnly) throw denied(verb, table.name, context.database.name, table.schema);
  if (table.kind === 'view') throw sqlError(4406, `The view '${table.name}' cannot be written to here.`);
  const sources = [{ alias: table.name, columns: table.columns }];
  return { table, context, scope: { context, sources, grouping: null } };
}

/** Columns that only the server writes. */
const isGenerated = ({ identity, computed, type }: Column): boolean =>
  identity !== null || computed !== null || type.name === 'rowversion';

function insert({ columns, rows }: Insert, target: Target): Changed {
  const { table, context } = target;
  const positions =
    columns === null
      ? table.columns.flatMap((column, position) => (isGenerated(column) ? [] : position))
      : columns.map((name) => settable(name, 'INSERT', target));
  let { lastIdentity } = table;
  const complete = completion(target, 'INSERT');
  const added: Row[] = [];
  for (const values of givenRows(rows, positions.length, context)) {
    const row = table.columns.map((column, position): SqlValue => {
      const given = values[positions.indexOf(position)];
      if (given !== undefined) return assigned(given.value, given.type, column, target);
      if (column.identity !== null) {
        const { seed, step } = column.identity;
        lastIdentity = lastIdentity === null ? seed : lastIdentity + step;
        return convert(lastIdentity, { name: 'int' }, column.type);
      }
      return null;
    });
    added.push(complete(row));
  }
  const changed = withRows({ ...table, lastIdentity }, [...table.rows, ...added]);
  return { database: withObject(context.database, changed), count: added.length };
}

type Typed = { readonly value: SqlValue; readonly type: SqlType };

function* givenRows(rows: Insert['rows'], count: number, context: StatementContext): Generator<Typed[]> {
  if (rows.some((row) => row.length !== count))
    throw sqlError(213, 'Column name or number of supplied values does not match table definition.');
  const scope: Scope = { context, sources: [], grouping: null };
  const compiled = rows.map((row) => row.map((value) => compile(value, scope)));
  // The rows of VALUES share a common type per column.
  const types = compiled.reduce<SqlType[]>(
    (sofar, row) => row.map(({ type }, at) => commonType(sofar[at] ?? NULL_TYPE, type)),
    [],
  );
  for (const row of compiled)
    yield row.map(({ get, type }, at) => {
      const common = types[at] ?? type;
      return { value: convert(get(NO_ROWS), type, common), type: common };
    });
}

/** The index of a writable column. Throws 207, and 271, 13536 or 13537 for a generated one. */
function settable(name: string, verb: 'INSERT' | 'UPDATE', { table, context }: Target): number {
  const position = positionOf(table, name);
  const column = table.columns[position];
  if (column === undefined) throw invalidColumn(name);
  if (isGenerated(column))
    throw sqlError(
      271,
      `The column "${column.name}" cannot be modified because it is either a computed column or is the result of a UNION operator.`,
    );
  if (column.period !== null)
    throw writtenPeriod(verb, `${context.database.name}.${table.schema}.${table.name}`);
  return position;
}

const writtenPeriod = (verb: 'INSERT' | 'UPDATE', table: string) =>
  verb === 'UPDATE'
    ? sqlError(13537, `Cannot update GENERATED ALWAYS columns in table '${table}'.`)
    : sqlError(13536, `Cannot insert an explicit value into a GENERATED ALWAYS column in table '${table}'.`);

/** In a join, each row of the table is changed once. */
function update({ assignments, from, output, where }: Update, target: Target): Changed {
  const { table, context } = target;
  const sources = from.map((source) => openSource(source, context));
  const scope = from.length === 0 ? target.scope : { ...target.scope, sources };
  const at = from.length === 0 ? 0 : sources.findIndex((source) => source.table?.id === table.id);
  const values = assignments.map(({ column, value }) => ({
    position: settable(column, 'UPDATE', target),
    value: compile(value, scope),
  }));
  const complete = completion(target, 'UPDATE');
  const condition = where === null ? null : compileCondition(where, scope);
  const joined = from.length === 0 ? null : joinedRows(sources[0]?.rows(), sources, { from }, scope);
  const envs = joined ?? [...matchingRows(table, where, scope)].map((row): Env => ({ rows: [row] }));
  const changed = new Map<Row, Row>();
  const outputs = output?.items.map((item) => compile(item, scope)) ?? [];
  const told: Row[] = [];
  for (const env of joined !== null && condition !== null ? filtered(envs, condition) : envs) {
    const row = env.rows[at];
    if (row === undefined || changed.has(row)) continue;
    const after = [...row];
    for (const { position, value } of values) {
      const column = table.columns[position];
      if (column !== undefined) after[position] = assigned(value.get(env), value.type, column, target);
    }
    changed.set(row, complete(after));
    told.push(outputs.map((value) => value.get(env)));
  }
  const rows = table.rows.map((row) => changed.get(row) ?? row);
  const changesKeys = table.indexes.some(
    ({ columns, isUnique }) => isUnique && values.some(({ position }) => columns.includes(position)),
  );
  const database = withObject(context.database, withRows(table, rows, changesKeys));
  if (output !== null) {
    const into = tableVariable(output.into, context);
    context.tables.set(output.into, withRows(into, [...into.rows, ...told]));
  }
  return { database, count: changed.size };
}

function remove({ where }: Delete, { table, scope, context }: Target): Changed {
  const gone = matchingRows(table, where, scope);
  const rows = table.rows.filter((row) => !gone.has(row));
  return { database: withObject(context.database, withRows(table, rows, false)), count: gone.size };
}

/** Converted to the column's type. Throws 2628 if it is too long. */
function assigned(
  value: SqlValue,
  from: SqlType,
  { name, type }: Column,
  { table, context }: Target,
): SqlValue {
  if (!isText(type) || familyOf(from) !== 'text' || value === null) return convert(value, from, type);
  const length = lengthOf(type);
  const wide: SqlType = { ...type, name: isUnicode(type) ? 'nvarchar' : 'varchar', length: 'max' };
  const text = String(convert(value, from, wide));
  const kept = text.length > length ? text.replace(/ +$/, '').padEnd(length) : text;
  if (kept.length > length)
    throw sqlError(
      2628,
      `String or binary data would be truncated in table '${context.database.name}.${table.schema}.${table.name}', column '${name}'. Truncated value: '${text.slice(0, length)}'.`,
    );
  return type.name === 'char' || type.name === 'nchar' ? kept.padEnd(length) : kept;
}

const ISO_TEXT: SqlType = { name: 'varchar', length: 30 };

/** Of a row that is valid from now on. */
const periodEnd = (which: 'START' | 'END', type: SqlType): string =>
  which === 'START'
    ? new Date().toISOString().slice(0, -1)
    : `9999-12-31T23:59:59${'.9999999'.slice(0, scaleOf(type) && scaleOf(type) + 1)}`;

/** Fills in generated columns, and checks the rest. Throws 515 and 547. */
function completion({ table, context, scope }: Target, verb: Verb): (row: Row) => Row {
  const computed = table.columns.map(({ computed: of }) => (of === null ? null : compile(of, scope)));
  const checks = table.checks.map(({ condition, ...check }) => ({
    ...check,
    isMet: compileCondition(condition, scope),
  }));
  const fullName = `${context.database.name}.${table.schema}.${table.name}`;
  return (row) => {
    const made = row.map((value, at): SqlValue => {
      const { type, period } = table.columns[at] ?? {};
      if (type?.name === 'rowversion') return context.nextVersion();
      if (type !== undefined && period) return convert(periodEnd(period, type), ISO_TEXT, type);
      const of = computed[at] ?? null;
      return of === null ? value : of.get({ rows: [row] });
    });
    const missing = table.columns.find(({ nullable }, at) => !nullable && made[at] === null);
    if (missing !== undefined)
      throw sqlError(
        515,
        `Cannot insert the value NULL into column '${missing.name}', table '${fullName}'; column does not allow nulls. ${verb} fails.`,
        16,
        2,
      );
    const broken = checks.find(({ isMet }) => isMet({ rows: [made] }) === false);
    if (broken === undefined) return made;
    throw sqlError(
      547,
      `The ${verb} statement conflicted with the CHECK constraint "${broken.name}". The conflict occurred in database "${context.database.name}", table "${table.schema}.${table.name}"${broken.column === null ? '' : `, column '${broken.column}'`}.`,
      16,
      0,
    );
  };
}

/** The fast path for many rows: values as on the wire; enforces keys, ignores defaults and CHECKs. */
export function insertMany(
  database: Database,
  table: Table,
  columns: readonly string[],
  rows: Iterable<readonly SqlValue[]>,
): Database {
  const positions = columns.map((name) => positionOf(table, name));
  const missing = columns.find((_, at) => positions[at] === -1);
  if (missing !== undefined) throw invalidColumn(missing);
  const text: SqlType = { name: 'varchar', length: 100 };
  const added = Array.from(rows, (values) =>
    table.columns.map(({ type }, position) => {
      const value = values[positions.indexOf(position)] ?? null;
      const family = familyOf(type);
      // It may have fewer digits than the type.
      return value !== null && (family === 'decimal' || family === 'moment')
        ? convert(value, text, type)
        : value;
    }),
  );
  return withObject(database, withRows(table, [...table.rows, ...added]));
}

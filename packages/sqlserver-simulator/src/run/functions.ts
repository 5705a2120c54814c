import type { SqlType, SqlValue } from '../engine/engine.ts';
import { sqlError } from '../engine/errors.ts';
import { momentIn, partsOf } from '../values/moment-texts.ts';
import { BIGINT, INT, isText, lengthOf } from '../values/types.ts';
import { hasPermission, objectId } from './catalogue.ts';
import { type Compiled, node, type StatementContext, type Variable } from './scope.ts';

const SYSNAME: SqlType = { name: 'nvarchar', length: 128 };
const UTC: SqlType = { name: 'datetimeoffset', scale: 7 };

type Value = NonNullable<SqlValue>;
type Call = {
  readonly args: readonly [least: number, most: number];
  readonly type: (first: SqlType) => SqlType;
  /** Of values that are not NULL: with one that is, the call is NULL. */
  readonly apply: (values: readonly Value[], first: SqlType, context: StatementContext) => SqlValue;
};

const call = (args: Call['args'], type: SqlType | Call['type'], apply: Call['apply']): Call => ({
  args,
  type: typeof type === 'function' ? type : () => type,
  apply,
});

const text = (value: SqlValue | undefined): string => String(value ?? '');
/** Characters as they are, everything else as text. */
const asText = (type: SqlType): SqlType => (isText(type) ? type : { name: 'varchar', length: 8000 });
const isLong = (type: SqlType): boolean => lengthOf(type) > 8000;
const change = (apply: (value: string) => string): Call =>
  call([1, 1], asText, ([value]) => apply(text(value)));
const moment = (type: SqlType): Call =>
  call([0, 0], type, (_values, _first, { now }) => momentIn(partsOf(now, UTC), UTC, type));
const trimEnd = (value: string): string => value.replace(/ +$/, '');
const trimStart = (value: string): string => value.replace(/^ +/, '');

const CALLS: Readonly<Record<string, Call | undefined>> = {
  LEN: call(
    [1, 1],
    (first) => (isLong(first) ? BIGINT : INT),
    ([value], first) => (isLong(first) ? BigInt(trimEnd(text(value)).length) : trimEnd(text(value)).length),
  ),
  UPPER: change((value) => value.toUpperCase()),
  LOWER: change((value) => value.toLowerCase()),
  LTRIM: change(trimStart),
  RTRIM: change(trimEnd),
  REPLICATE: call(
    [2, 2],
    (first) => ({ ...asText(first), length: isLong(first) ? 'max' : 8000 }),
    ([value, count], first) => {
      const repeated = text(value).repeat(Math.max(0, Number(count)));
      return isLong(first) ? repeated : repeated.slice(0, 8000);
    },
  ),
  GETDATE: moment({ name: 'datetime' }),
  SYSUTCDATETIME: moment({ name: 'datetime2', scale: 7 }),
  DB_NAME: call([0, 0], SYSNAME, (_values, _first, { database }) => database.name),
  SUSER_SNAME: call([0, 0], SYSNAME, (_values, _first, { user }) => user),
  OBJECT_ID: call([1, 2], INT, ([name], _first, context) => objectId(text(name), context)),
  SCHEMA_ID: call([1, 1], INT, ([name], _first, { database }) => {
    const wanted = text(name).toLowerCase();
    const at = database.schemas.findIndex((schema) => schema.toLowerCase() === wanted);
    return at < 0 ? null : at + 1;
  }),
  HAS_PERMS_BY_NAME: call([3, 5], INT, ([name, , permission, column], _first, context) =>
    hasPermission(text(name), text(permission), column === undefined ? null : text(column), context),
  ),
};

/** A function by its name. Throws 195 for one that is not here, 174 for a wrong number of arguments. */
export function callFunction(name: string, args: readonly Compiled[], context: StatementContext): Compiled {
  const found = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
  if (found === undefined)
    throw sqlError(195, `'${name}' is not a recognized built-in function name.`, 15, 10);
  const [least, most] = found.args;
  if (args.length < least || args.length > most) {
    const range = least === most ? String(least) : `${least} to ${most}`;
    throw sqlError(174, `The ${name.toLowerCase()} function requires ${range} argument(s).`, 15);
  }
  const type = args[0]?.type ?? INT;
  return node(found.type(type), true, args, (env) => {
    const given: Value[] = [];
    for (const value of args) {
      const got = value.get(env);
      if (got === null) return null;
      given.push(got);
    }
    return found.apply(given, type, context);
  });
}

/** `@@VERSION` and its like. */
export function globalVariable(name: string, context: StatementContext): Variable | undefined {
  const facts: Readonly<Record<string, Variable | undefined>> = {
    '@@VERSION': { type: { name: 'nvarchar', length: 300 }, value: context.version },
    '@@SERVERNAME': { type: SYSNAME, value: context.serverName },
    '@@SPID': { type: { name: 'smallint' }, value: context.spid },
    '@@ROWCOUNT': { type: INT, value: context.rowCount },
    '@@TRANCOUNT': { type: INT, value: context.transactionDepth },
  };
  return facts[name.toUpperCase()];
}

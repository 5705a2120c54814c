import { sameName } from '../store/tables.ts';
import { sqlError } from '../values/errors.ts';
import type { SqlValue } from '../values/sql-value.ts';
import { BIGINT, INT, lengthOf, type SqlType } from '../values/types.ts';
import { columnProperty, hasPermission, objectId } from './catalogue.ts';
import { type Compiled, node, type StatementContext, type Variable } from './scope.ts';
import { VERSION } from './version.ts';

const SYSNAME: SqlType = { name: 'nvarchar', length: 128 };

type Value = NonNullable<SqlValue>;
type Call = {
  /** Number of arguments. */
  readonly count: number;
  readonly type: (first: SqlType) => SqlType;
  /** Called with non-NULL values; otherwise the call is NULL. */
  readonly apply: (values: readonly Value[], context: StatementContext, first: SqlType) => SqlValue;
};

const call = (count: number, type: SqlType | Call['type'], apply: Call['apply']): Call => ({
  ...{ count, apply },
  type: typeof type === 'function' ? type : () => type,
});

const isLong = (type: SqlType): boolean => lengthOf(type) > 8000;

const CALLS: Readonly<Record<string, Call | undefined>> = {
  LEN: call(
    1,
    (first) => (isLong(first) ? BIGINT : INT),
    ([value], _, first) => {
      const { length } = String(value).replace(/ +$/, '');
      return isLong(first) ? BigInt(length) : length;
    },
  ),
  REPLICATE: call(
    2,
    (first) => ({ ...first, length: isLong(first) ? 'max' : 8000 }),
    ([value, count], _, first) =>
      String(value)
        .repeat(Math.max(0, Number(count)))
        .slice(0, isLong(first) ? undefined : 8000),
  ),
  // "The lowest active rowversion value in the current database. A rowversion value is active if it is used in a
  // transaction that has not yet been committed." Without one "the same value as @@DBTS + 1".
  MIN_ACTIVE_ROWVERSION: call(0, { name: 'binary', length: 8 }, (_, { minActiveVersion }) =>
    minActiveVersion(),
  ),
  DB_NAME: call(0, SYSNAME, (_, { database }) => database.name),
  SUSER_SNAME: call(0, SYSNAME, (_, { user }) => user),
  OBJECT_ID: call(1, INT, ([name], context) => objectId(String(name), context)),
  COLUMNPROPERTY: call(3, INT, ([id, name, property], context) =>
    columnProperty(Number(id), String(name), String(property), context),
  ),
  SCHEMA_ID: call(1, INT, ([name], { database }) => {
    const at = database.schemas.findIndex((schema) => sameName(schema, String(name)));
    return at < 0 ? null : at + 1;
  }),
  HAS_DBACCESS: call(1, INT, ([name], { data }) => (data.has(String(name).toLowerCase()) ? 1 : null)),
  HAS_PERMS_BY_NAME: call(5, INT, ([name, , permission, column], context) =>
    hasPermission(String(name), String(permission), String(column), context),
  ),
};

/** A function by name. Throws 195 for an unknown one, 174 for a wrong number of arguments. */
export function callFunction(name: string, args: readonly Compiled[], context: StatementContext): Compiled {
  const found = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
  if (found === undefined)
    throw sqlError(195, `'${name}' is not a recognized built-in function name.`, 15, 10);
  if (args.length !== found.count)
    throw sqlError(174, `The ${name.toLowerCase()} function requires ${found.count} argument(s).`, 15);
  const first = args[0]?.type ?? INT;
  return node(found.type(first), true, args, (env) => {
    const values = args.map((value) => value.get(env)).filter((value) => value !== null);
    return values.length < args.length ? null : found.apply(values, context, first);
  });
}

/** `@@VERSION` and similar. */
export function globalVariable(name: string, context: StatementContext): Variable | undefined {
  const facts: Readonly<Record<string, Variable | undefined>> = {
    '@@VERSION': { type: { name: 'nvarchar', length: 300 }, value: VERSION },
    '@@ROWCOUNT': { type: INT, value: context.rowCount },
  };
  return facts[name.toUpperCase()];
}

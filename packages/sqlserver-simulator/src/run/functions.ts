import type { SqlType, SqlValue } from '../engine/engine.ts';
import { sqlError } from '../engine/errors.ts';
import type { Expression } from '../parse/ast.ts';
import { convert } from '../values/convert.ts';
import { decimalText, exactOf, rescaled } from '../values/decimals.ts';
import { momentIn, partsOf } from '../values/moment-texts.ts';
import { dateText, TICKS_PER_DAY, TICKS_PER_MINUTE, TICKS_PER_SECOND } from '../values/moments.ts';
import { BIGINT, familyOf, INT, isText, lengthOf, scaleOf } from '../values/types.ts';
import { hasPermission, objectId } from './catalogue.ts';
import { compile, node } from './expressions.ts';
import type { Compiled, Scope, StatementContext, Variable } from './scope.ts';

const SYSNAME: SqlType = { name: 'nvarchar', length: 128 };
const UTC: SqlType = { name: 'datetimeoffset', scale: 7 };

type Call = {
  readonly args: readonly [least: number, most: number];
  readonly type: (types: readonly SqlType[]) => SqlType;
  /** Of values that are not NULL. */
  readonly apply: (
    values: readonly NonNullable<SqlValue>[],
    types: readonly SqlType[],
    context: StatementContext,
  ) => SqlValue;
};

const text = (value: SqlValue | undefined): string => String(value ?? '');
const wide =
  (length: number | 'max' = 4000) =>
  (): SqlType => ({ name: 'nvarchar', length });
/** Characters as they are, everything else as text. */
const asText = ([type]: readonly SqlType[]): SqlType =>
  type !== undefined && isText(type) ? type : { name: 'varchar', length: 8000 };
const change = (apply: (value: string) => string): Call => ({
  args: [1, 1],
  type: asText,
  apply: ([value]) => apply(text(value)),
});
const number = (apply: (value: number) => number): Call => ({
  args: [1, 1],
  type: ([type = INT]) => type,
  apply: ([value = 0], [type = INT]) => {
    if (familyOf(type) !== 'decimal')
      return typeof value === 'bigint' ? BigInt(apply(Number(value))) : apply(Number(value));
    // Exact: the absolute value, or a whole number.
    return convert(String(apply(Number(value))), { name: 'varchar', length: 50 }, type);
  },
});
const moment = (type: SqlType): Call => ({
  args: [0, 0],
  type: () => type,
  apply: (_values, _types, { now }) => momentIn(partsOf(now, UTC), UTC, type),
});
const part = (from: number, to: number): Call => ({
  args: [1, 1],
  type: () => INT,
  apply: ([value = ''], [type = INT]) => {
    const day = convert(value, type, { name: 'date' });
    return Number(text(day).slice(from, to));
  },
});
const fact = (
  most: number,
  find: (context: StatementContext, values: readonly NonNullable<SqlValue>[]) => SqlValue,
  type = SYSNAME,
): Call => ({
  args: [0, most],
  type: () => type,
  apply: (values, _types, context) => find(context, values),
});

const trimEnd = (value: string): string => value.replace(/ +$/, '');
const trimStart = (value: string): string => value.replace(/^ +/, '');

const CALLS: Readonly<Record<string, Call | undefined>> = {
  LEN: {
    args: [1, 1],
    type: ([type = INT]) => (lengthOf(type) > 8000 ? BIGINT : INT),
    apply: ([value], [type = INT]) => {
      const { length } = trimEnd(text(value));
      return lengthOf(type) > 8000 ? BigInt(length) : length;
    },
  },
  UPPER: change((value) => value.toUpperCase()),
  LOWER: change((value) => value.toLowerCase()),
  LTRIM: change(trimStart),
  RTRIM: change(trimEnd),
  TRIM: change((value) => trimStart(trimEnd(value))),
  LEFT: {
    args: [2, 2],
    type: asText,
    apply: ([value, count]) => text(value).slice(0, Math.max(0, Number(count))),
  },
  RIGHT: {
    args: [2, 2],
    type: asText,
    apply: ([value, count]) => text(value).slice(Math.max(0, text(value).length - Number(count))),
  },
  SUBSTRING: {
    args: [3, 3],
    type: asText,
    apply: ([value, start, count]) =>
      text(value).slice(Math.max(0, Number(start) - 1), Math.max(0, Number(start) - 1 + Number(count))),
  },
  REPLACE: {
    args: [3, 3],
    type: wide(),
    apply: ([value, from, to]) =>
      text(from) === ''
        ? text(value)
        : text(value).replace(new RegExp(text(from).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi'), () =>
            text(to),
          ),
  },
  REPLICATE: {
    args: [2, 2],
    type: ([type]) =>
      type !== undefined && isText(type)
        ? { ...type, length: lengthOf(type) > 8000 ? 'max' : 8000 }
        : wide()(),
    apply: ([value, count], [type = INT]) => {
      const repeated = text(value).repeat(Math.max(0, Number(count)));
      return lengthOf(type) > 8000 ? repeated : repeated.slice(0, 8000);
    },
  },
  CHARINDEX: {
    args: [2, 2],
    type: () => INT,
    apply: ([wanted, value]) => text(value).toLowerCase().indexOf(text(wanted).toLowerCase()) + 1,
  },
  ABS: number(Math.abs),
  FLOOR: number(Math.floor),
  CEILING: number(Math.ceil),
  ROUND: {
    args: [2, 2],
    type: ([type = INT]) => type,
    apply: ([value, digits], [type = INT]) => {
      if (familyOf(type) === 'float')
        return Math.round(Number(value) * 10 ** Number(digits)) / 10 ** Number(digits);
      const scale = scaleOf(type);
      const kept = Math.min(scale, Number(digits));
      const rounded = rescaled(exactOf(String(value)), kept);
      return convert(
        decimalText(rounded * 10n ** BigInt(scale - kept), scale),
        { name: 'varchar', length: 50 },
        type,
      );
    },
  },
  YEAR: part(0, 4),
  MONTH: part(5, 7),
  DAY: part(8, 10),
  GETDATE: moment({ name: 'datetime' }),
  GETUTCDATE: moment({ name: 'datetime' }),
  SYSDATETIME: moment({ name: 'datetime2', scale: 7 }),
  SYSUTCDATETIME: moment({ name: 'datetime2', scale: 7 }),
  SYSDATETIMEOFFSET: moment(UTC),
  DB_NAME: fact(0, ({ database }) => database.name),
  SUSER_SNAME: fact(0, ({ user }) => user),
  OBJECT_ID: fact(2, (context, [name]) => objectId(text(name), context), INT),
  SCHEMA_ID: fact(
    1,
    ({ database }, [name]) => {
      const at = database.schemas.findIndex((schema) => schema.toLowerCase() === text(name).toLowerCase());
      return at < 0 ? null : at + 1;
    },
    INT,
  ),
  HAS_PERMS_BY_NAME: fact(
    5,
    (context, [name, , permission, column]) =>
      hasPermission(text(name), text(permission), column === undefined ? null : text(column), context),
    INT,
  ),
};

const column = (at: string): Expression => ({ kind: 'column', name: [at] });

/** A function by its name. Throws 195 for one that is not here, 174 for a wrong number of arguments. */
export function compileCall(expression: Extract<Expression, { kind: 'call' }>, scope: Scope): Compiled {
  const { name, args } = expression;
  const [first = column(name), second = column(name), third = column(name)] = args;
  switch (name) {
    case 'COALESCE':
    case 'ISNULL': {
      checkArguments(name, args.length, name === 'ISNULL' ? [2, 2] : [2, 100]);
      const branches = args
        .slice(0, -1)
        .map((of): readonly [Expression, Expression] => [{ kind: 'not', of: { kind: 'is null', of } }, of]);
      const made = compile({ kind: 'case', branches, otherwise: args.at(-1) ?? null }, scope);
      return { ...made, nullable: args.every((of) => compile(of, scope).nullable) };
    }
    case 'NULLIF':
      checkArguments(name, args.length, [2, 2]);
      return compile(
        {
          kind: 'case',
          branches: [
            [{ kind: 'not', of: { kind: 'compare', operator: '=', left: first, right: second } }, first],
          ],
          otherwise: { kind: 'case', branches: [[{ kind: 'is null', of: second }, first]], otherwise: null },
        },
        scope,
      );
    case 'IIF':
      checkArguments(name, args.length, [3, 3]);
      return compile({ kind: 'case', branches: [[first, second]], otherwise: third }, scope);
    case 'CONCAT':
      return compileConcat(args.map((of) => compile(of, scope)));
    case 'DATEADD':
      checkArguments(name, args.length, [3, 3]);
      return compileDateAdd(first, compile(second, scope), compile(third, scope));
  }
  const call = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
  if (call === undefined)
    throw sqlError(195, `'${name}' is not a recognized built-in function name.`, 15, 10);
  checkArguments(name, args.length, call.args);
  const values = args.map((of) => compile(of, scope));
  const types = values.map((value) => value.type);
  return node(call.type(types), true, values, (env) => {
    const given: NonNullable<SqlValue>[] = [];
    for (const value of values) {
      const got = value.get(env);
      if (got === null) return null;
      given.push(got);
    }
    return call.apply(given, types, scope.context);
  });
}

function checkArguments(name: string, given: number, [least, most]: readonly [number, number]): void {
  if (given >= least && given <= most) return;
  const range = least === most ? String(least) : `${least} to ${most}`;
  throw sqlError(174, `The ${name.toLowerCase()} function requires ${range} argument(s).`, 15);
}

/** NULL is nothing here. */
function compileConcat(values: readonly Compiled[]): Compiled {
  const type: SqlType = { name: 'nvarchar', length: 4000 };
  return node(type, false, values, (env) =>
    values.map((value) => text(convert(value.get(env), value.type, { ...type, length: 'max' }))).join(''),
  );
}

const UNITS: Readonly<Record<string, number | undefined>> = {
  DAY: TICKS_PER_DAY,
  DD: TICKS_PER_DAY,
  D: TICKS_PER_DAY,
  WEEK: 7 * TICKS_PER_DAY,
  WK: 7 * TICKS_PER_DAY,
  HOUR: 60 * TICKS_PER_MINUTE,
  HH: 60 * TICKS_PER_MINUTE,
  MINUTE: TICKS_PER_MINUTE,
  MI: TICKS_PER_MINUTE,
  SECOND: TICKS_PER_SECOND,
  SS: TICKS_PER_SECOND,
};
const MONTHS: Readonly<Record<string, number | undefined>> = {
  MONTH: 1,
  MM: 1,
  M: 1,
  QUARTER: 3,
  QQ: 3,
  YEAR: 12,
  YY: 12,
  YYYY: 12,
};

/** Throws 155 for a part of a date that is not here. */
function compileDateAdd(unit: Expression, count: Compiled, from: Compiled): Compiled {
  const name = unit.kind === 'column' ? (unit.name[0] ?? '') : '';
  const [ticks, months] = [UNITS[name.toUpperCase()], MONTHS[name.toUpperCase()]];
  if (ticks === undefined && months === undefined)
    throw sqlError(155, `'${name}' is not a recognized dateadd option.`, 15);
  const type: SqlType = familyOf(from.type) === 'moment' ? from.type : { name: 'datetime' };
  return node(type, true, [count, from], (env) => {
    const [value, by] = [convert(from.get(env), from.type, type), count.get(env)];
    if (value === null || by === null) return null;
    const parts = partsOf(String(value), type);
    if (ticks !== undefined) {
      const moved = parts.ticks + Math.trunc(Number(by)) * ticks;
      const days = Math.floor(moved / TICKS_PER_DAY);
      return momentIn({ ...parts, days: parts.days + days, ticks: moved - days * TICKS_PER_DAY }, type, type);
    }
    const [year = 0, month = 0, day = 0] = dateText(parts.days).split('-').map(Number);
    const first = new Date(Date.UTC(year, month - 1 + Math.trunc(Number(by)) * (months ?? 0), 1));
    const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
    const date = `${first.toISOString().slice(0, 8)}${String(Math.min(day, last)).padStart(2, '0')}`;
    return momentIn({ ...parts, days: partsOf(date, { name: 'date' }).days }, type, type);
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

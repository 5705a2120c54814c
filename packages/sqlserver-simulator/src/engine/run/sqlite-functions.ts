import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type ArithmeticOperator, arithmetic, negate } from '../../types/arithmetic.ts';
import { like, sortKey } from '../../types/compare.ts';
import { convertStored, isConversionError } from '../../types/convert.ts';
import { exactKey, exactOfKey, rescale } from '../../types/exact-number.ts';
import { type FunctionContext, SCALAR_FUNCTIONS } from '../../types/functions.ts';
import { isUnicode } from '../../types/type.ts';
import { SqlServerError } from '../engine.ts';
import type { StoredValue } from '../storage.ts';
import { keyFunction } from '../translate/expression.ts';
import { type Site, siteAt } from '../translate/sites.ts';

/** The functions of `../../types` under the names that the translation gives them. */
export function defineFunctions(database: DatabaseSync, context: () => FunctionContext): void {
  const pure = { deterministic: true, useBigIntArguments: true };
  database.function('ts_convert', pure, (value, number) => convertAt(value, siteAt(number)));
  database.function('ts_arithmetic', pure, (a, b, number) => arithmeticAt(a, b, siteAt(number)));
  database.function('ts_negate', pure, (value, number) => {
    const [type] = siteAt(number).types;
    return value === null || type === undefined ? null : negate(value, type);
  });
  database.function('ts_like', pure, (value, pattern, escaped, number) => {
    if (value === null || pattern === null) return null;
    const { collation, types } = siteAt(number);
    const character = escaped === null ? null : String(escaped);
    return like(String(value), String(pattern), character, collation ?? '', types.some(isUnicode)) ? 1n : 0n;
  });
  database.function('ts_count', pure, (value, least) => rowCountOf(value, Number(least)));
  database.function('ts_percent', pure, (percent, rows) => percentOf(Number(percent), Number(rows)));
  database.function('ts_mean', pure, (sum, count, number) => meanOf(sum, count, siteAt(number)));
  const call = (number: StoredValue, args: readonly StoredValue[]): StoredValue => {
    const { name, types, result } = siteAt(number);
    const called = SCALAR_FUNCTIONS.get(name);
    if (called === undefined) throw new Error(`There is no function ${name}.`);
    return called.call(args, types, result, context());
  };
  database.function('ts_call', { ...pure, varargs: true }, (number, ...args) => call(number ?? null, args));
  database.function('ts_ask', { ...pure, deterministic: false, varargs: true }, (number, ...args) =>
    call(number ?? null, args),
  );
  defineAggregates(database);
}

/** The sort keys of a collation, of varchar and of nvarchar. */
export function defineCollation(database: DatabaseSync, collation: string): void {
  for (const unicode of [false, true]) {
    const type = { name: unicode ? 'nvarchar' : 'varchar', length: 'max' } as const;
    database.function(
      keyFunction(collation, unicode),
      { deterministic: true, useBigIntArguments: true },
      (value) => sortKey(value, type, collation),
    );
  }
}

function convertAt(value: StoredValue, { name, types, result, style }: Site): StoredValue {
  const [from] = types;
  if (value === null || from === undefined) return null;
  const options = { explicit: name !== 'implicit', ...(style === null ? {} : { style }) };
  if (name !== 'try') return convertStored(value, from, result, options);
  try {
    return convertStored(value, from, result, options);
  } catch (error) {
    if (isConversionError(error)) return null;
    throw error;
  }
}

function arithmeticAt(a: StoredValue, b: StoredValue, { name, types, result }: Site): StoredValue {
  const [left, right] = types;
  if (a === null || b === null || left === undefined || right === undefined) return null;
  return arithmetic(operatorOf(name), a, left, b, right, result);
}

/** A sum divided by the number of its values. */
function meanOf(sum: StoredValue, count: StoredValue, { types, result }: Site): StoredValue {
  const [type] = types;
  if (sum === null || type === undefined) return null;
  return arithmetic('/', sum, type, count, { name: 'bigint' }, result);
}

const OPERATORS: readonly ArithmeticOperator[] = ['+', '-', '*', '/', '%', '&', '|', '^'];

function operatorOf(name: string): ArithmeticOperator {
  const operator = OPERATORS.find((candidate) => candidate === name);
  if (operator === undefined) throw new Error(`There is no operator ${name}.`);
  return operator;
}

/** What TOP, OFFSET and FETCH NEXT are given. */
function rowCountOf(value: StoredValue, least: number): bigint {
  if (value === null)
    throw new SqlServerError({
      number: 1060,
      class: 15,
      message:
        'The number of rows provided for a TOP or FETCH clauses row count parameter must be an integer.',
    });
  const count = BigInt(String(value));
  if (count >= BigInt(least)) return count;
  if (least === 1)
    throw new SqlServerError({
      number: 10744,
      class: 15,
      message: 'The number of rows provided for a FETCH clause must be greater then zero.',
    });
  throw new SqlServerError({
    number: 1014,
    message: 'A TOP or FETCH clause contains an invalid value.',
  });
}

function percentOf(percent: number, rows: number): bigint {
  if (percent < 0 || percent > 100)
    throw new SqlServerError({
      number: 1031,
      class: 15,
      message: 'Percent values must be between 0 and 100.',
    });
  return BigInt(Math.ceil((rows * percent) / 100));
}

function defineAggregates(database: DatabaseSync): void {
  for (const name of SUMS) {
    database.aggregate(`ts_sum_${name}`, {
      useBigIntArguments: true,
      start: null,
      step: (sum, value) =>
        value === null ? sum : sum === null ? value : add(storedState(sum), value, name),
      inverse: slidingFrame,
    });
  }
  for (const name of ['min', 'max']) {
    const sign = name === 'min' ? -1 : 1;
    database.aggregate(`ts_${name}`, {
      useBigIntArguments: true,
      start: null,
      step: (best, value, key) => {
        if (value === null) return best;
        const order = best === null ? 1 : compareTexts(String(key), extremeOf(storedState(best)).key) * sign;
        return order > 0 ? `${String(key).length}:${String(key)}${String(value)}` : best;
      },
      result: (best) => (best === null ? null : extremeOf(storedState(best)).value),
      inverse: slidingFrame,
    });
  }
  database.function('ts_not_single', { deterministic: false }, () => {
    throw new SqlServerError({
      number: 512,
      message:
        'Subquery returned more than 1 value. This is not permitted when the subquery follows =, !=, <, <= , >, >= or when the subquery is used as an expression.',
    });
  });
}

/** The kinds of sums, by the type of their result. */
const SUMS = ['int', 'bigint', 'money', 'decimal', 'float'] as const;

function add(sum: StoredValue, value: StoredValue, name: (typeof SUMS)[number]): StoredValue {
  if (name === 'float') return Number(sum) + Number(value);
  if (name === 'int' || name === 'bigint') return arithmetic('+', sum, { name }, value, { name }, { name });
  const [a, b] = [exactOfKey(String(sum)), exactOfKey(String(value))];
  const scale = Math.max(a.scale, b.scale);
  return exactKey({ unscaled: rescale(a, scale).unscaled + rescale(b, scale).unscaled, scale });
}

/** What SQLite hands back of an aggregate is what was put there. */
function storedState(state: SQLInputValue): StoredValue {
  if (typeof state === 'object' && state !== null && !(state instanceof Uint8Array))
    throw new TypeError('An aggregate keeps stored values.');
  return state;
}

/** The best text so far with its key, which SQLite keeps as one text: the key's length, a colon, the key, the text. */
function extremeOf(state: StoredValue): { key: string; value: string } {
  const text = String(state);
  const colon = text.indexOf(':');
  const end = colon + 1 + Number(text.slice(0, colon));
  return { key: text.slice(colon + 1, end), value: text.slice(end) };
}

/** In the order of code points, as SQLite compares UTF-8. */
const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The translation lets no frame through that would take a row out again. */
function slidingFrame(): never {
  throw new Error('An aggregate over a sliding frame is not to be translated.');
}

import { DEFAULT_COLLATION, needsSortKey } from '../../types/compare.ts';
import { conversionKind } from '../../types/conversion-rules.ts';
import { commonType } from '../../types/precedence.ts';
import {
  isCharacter,
  isDecimal,
  isFixedLength,
  isInteger,
  isUnicode,
  lengthOf,
  precisionOf,
  scaleOf,
} from '../../types/type.ts';
import type { SqlType } from '../engine.ts';
import { SqlServerError } from '../engine.ts';
import { collationConflict, operandClash } from '../errors.ts';
import type { StoredValue } from '../storage.ts';
import { siteNumber } from './sites.ts';

/** A value of T-SQL as SQLite computes it: in the stored form of its type. */
export type Expression = {
  readonly sql: string;
  readonly type: SqlType;
  readonly nullable: boolean;
  readonly collation: Collation;
  /** Of literals and variables. */
  readonly constant?: StoredValue;
  /** The literal NULL, which has every type. */
  readonly isNull?: boolean;
};

/** Where a collation comes from decides which of two prevails. */
export type Collation = {
  readonly name: string;
  readonly strength: 'explicit' | 'column' | 'default';
};

export const DEFAULT: Collation = { name: DEFAULT_COLLATION, strength: 'default' };

export const NULL_LITERAL: Expression = {
  sql: 'NULL',
  type: { name: 'int' },
  nullable: true,
  collation: DEFAULT,
  constant: null,
  isNull: true,
};

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export type ConvertOptions = {
  readonly explicit: boolean;
  readonly style?: number;
  readonly attempt?: boolean;
};

/** The value in the stored form of another type. Throws 206, 257 and 529 where the types never meet. */
export function convertTo(
  value: Expression,
  type: SqlType,
  options: ConvertOptions = { explicit: false },
): Expression {
  if (value.isNull) return { ...value, type };
  const kind = conversionKind(value.type, type);
  if (kind === 'none' && options.explicit) throw noConversion(value.type, type);
  if (kind === 'none') throw operandClash(value.type.name, type.name);
  if (kind === 'explicit' && !options.explicit) throw noImplicitConversion(value.type, type);
  if (options.style === undefined && isSameForm(value.type, type)) return { ...value, type };
  const site = siteNumber({
    name: options.attempt ? 'try' : options.explicit ? 'explicit' : 'implicit',
    types: [value.type],
    result: type,
    collation: null,
    style: options.style ?? null,
  });
  const { constant: _constant, ...rest } = value;
  return {
    ...rest,
    sql: `ts_convert(${value.sql},${site})`,
    type,
    nullable: value.nullable || options.attempt === true,
  };
}

const noConversion = (from: SqlType, to: SqlType): SqlServerError =>
  new SqlServerError({
    number: 529,
    state: 2,
    message: `Explicit conversion from data type ${from.name} to ${to.name} is not allowed.`,
  });

const noImplicitConversion = (from: SqlType, to: SqlType): SqlServerError =>
  new SqlServerError({
    number: 257,
    state: 3,
    message: `Implicit conversion from data type ${from.name} to ${to.name} is not allowed. Use the CONVERT function to run this query.`,
  });

/** Whether every value of one type is stored alike as one of the other. */
function isSameForm(from: SqlType, to: SqlType): boolean {
  if (isInteger(from) && isInteger(to)) return to.name !== 'bit' && precisionOf(from) <= precisionOf(to);
  if (isCharacter(from) && isCharacter(to))
    return !isFixedLength(to) && lengthOf(from) <= lengthOf(to) && (isUnicode(to) || !isUnicode(from));
  if (isDecimal(from) && isDecimal(to))
    return scaleOf(from) <= scaleOf(to) && precisionOf(from) - scaleOf(from) <= precisionOf(to) - scaleOf(to);
  if (from.name !== to.name) return from.name === 'real' && to.name === 'float';
  return scaleOf(from) <= scaleOf(to) && !isFixedLength(to) && lengthOf(from) <= lengthOf(to);
}

/** What SQLite may compare, order and group by in the value's place. */
export function keyOf(value: Expression): string {
  if (LARGE.includes(value.type.name)) throw notComparable();
  if (value.isNull || !needsSortKey(value.type)) return value.sql;
  if (value.type.name === 'datetimeoffset') return `substr(${value.sql},1,27)`;
  return `${keyFunction(value.collation.name, isUnicode(value.type))}(${value.sql})`;
}

export const keyFunction = (collation: string, unicode: boolean): string =>
  `${unicode ? 'ts_nkey' : 'ts_key'}_${collation}`;

const notComparable = (): SqlServerError =>
  new SqlServerError({
    number: 306,
    state: 2,
    message:
      'The text, ntext, and image data types cannot be compared or sorted, except when using IS NULL or LIKE operator.',
  });

/** The collation two texts have in common. Throws 468. */
export function commonCollation(left: Expression, right: Expression, operation: string): Collation {
  const leftText = isCharacter(left.type) && !left.isNull;
  const rightText = isCharacter(right.type) && !right.isNull;
  if (!leftText || !rightText) return rightText ? right.collation : left.collation;
  const [a, b] = [left.collation, right.collation];
  if (a.name.toLowerCase() === b.name.toLowerCase()) return a.strength === 'explicit' ? a : b;
  const rank = { explicit: 2, column: 1, default: 0 };
  const difference = rank[a.strength] - rank[b.strength];
  if (difference === 0 && a.strength !== 'default') throw collationConflict(a.name, b.name, operation);
  return difference >= 0 ? a : b;
}

/** Both sides' keys, of their common type. */
export function comparable(
  left: Expression,
  right: Expression,
  operation: string,
): readonly [string, string] {
  mustBeComparable(left, right, operation);
  const type = commonTypeOf([left, right]);
  const collation = commonCollation(left, right, operation);
  const side = (value: Expression): string => {
    if (value.isNull) return 'NULL';
    const alike =
      (isCharacter(value.type) && isCharacter(type)) || (isDecimal(value.type) && isDecimal(type));
    const converted = alike ? { ...value, type } : convertTo(value, type);
    return keyOf({ ...converted, collation });
  };
  return [side(left), side(right)];
}

const LARGE = ['text', 'ntext', 'image', 'xml'];

function mustBeComparable(left: Expression, right: Expression, operation: string): void {
  const isLarge = (value: Expression): boolean => !value.isNull && LARGE.includes(value.type.name);
  if (!isLarge(left) && !isLarge(right)) return;
  throw new SqlServerError({
    number: 402,
    message: `The data types ${left.type.name} and ${right.type.name} are incompatible in the ${operation} operator.`,
  });
}

/** The type that values take when they meet: an untyped NULL has no say. */
export function commonTypeOf(values: readonly Expression[]): SqlType {
  let type: SqlType | null = null;
  for (const value of values) {
    if (value.isNull) continue;
    type = type === null ? value.type : commonType(type, value.type);
  }
  return type ?? { name: 'int' };
}

/** Values of one CASE, COALESCE or column of VALUES, all in their common type. */
export function unify(values: readonly Expression[], operation: string): readonly Expression[] {
  const type = commonTypeOf(values);
  let collation: Collation | null = null;
  for (const value of values) {
    if (!isCharacter(value.type) || value.isNull) continue;
    collation =
      collation === null ? value.collation : commonCollation({ ...value, collation }, value, operation);
  }
  return values.map((value) => ({ ...convertTo(value, type), collation: collation ?? DEFAULT }));
}

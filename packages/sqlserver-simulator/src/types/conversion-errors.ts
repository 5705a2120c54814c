import { SqlServerError, type SqlType } from '../engine/engine.ts';

/** How messages name a type: `decimal` is `numeric` in most of them. */
function messageName(type: SqlType): string {
  if (type.name === 'decimal') return 'numeric';
  return type.name === 'rowversion' ? 'timestamp' : type.name;
}

export function conversionFailed(text: string, from: SqlType, to: SqlType): SqlServerError {
  return new SqlServerError({
    number: 245,
    message: `Conversion failed when converting the ${from.name} value '${text}' to data type ${to.name}.`,
  });
}

export function errorConverting(from: SqlType, to: SqlType): SqlServerError {
  return new SqlServerError({
    number: 8114,
    state: 5,
    message: `Error converting data type ${messageName(from)} to ${messageName(to)}.`,
  });
}

/** 8115; `from` is null where SQL Server speaks of an expression. */
export function arithmeticOverflow(from: SqlType | null, to: SqlType): SqlServerError {
  return new SqlServerError({
    number: 8115,
    state: from === null ? 2 : 8,
    message: `Arithmetic overflow error converting ${from === null ? 'expression' : messageName(from)} to data type ${messageName(to)}.`,
  });
}

export function overflowOfValue(to: SqlType, value: string): SqlServerError {
  return new SqlServerError({
    number: 220,
    message: `Arithmetic overflow error for data type ${to.name}, value = ${value}.`,
  });
}

export function floatOverflow(to: SqlType, value: number): SqlServerError {
  return new SqlServerError({
    number: 232,
    state: 3,
    message: `Arithmetic overflow error for type ${to.name}, value = ${value.toFixed(6)}.`,
  });
}

/** Text of digits that the integer cannot hold. */
export function integerTextOverflow(text: string, from: SqlType, to: SqlType): SqlServerError {
  switch (to.name) {
    case 'tinyint':
    case 'smallint':
      return new SqlServerError({
        number: 244,
        state: to.name === 'tinyint' ? 1 : 2,
        message: `The conversion of the ${from.name} value '${text}' overflowed an ${to.name === 'tinyint' ? 'INT1' : 'INT2'} column. Use a larger integer column.`,
      });
    case 'int':
      return new SqlServerError({
        number: 248,
        message: `The conversion of the ${from.name} value '${text}' overflowed an int column.`,
      });
    default:
      return arithmeticOverflow(null, to);
  }
}

export function notMoney(to: SqlType): SqlServerError {
  return to.name === 'smallmoney'
    ? new SqlServerError({
        number: 293,
        message: 'Cannot convert char value to smallmoney. The char value has incorrect syntax.',
      })
    : new SqlServerError({
        number: 235,
        message: 'Cannot convert a char value to money. The char value has incorrect syntax.',
      });
}

export function notMoment(to: SqlType): SqlServerError {
  return to.name === 'smalldatetime'
    ? new SqlServerError({
        number: 295,
        state: 3,
        message: 'Conversion failed when converting character string to smalldatetime data type.',
      })
    : new SqlServerError({
        number: 241,
        message: 'Conversion failed when converting date and/or time from character string.',
      });
}

export function momentOutOfRange(from: SqlType, to: SqlType): SqlServerError {
  return new SqlServerError({
    number: 242,
    state: 3,
    message: `The conversion of a ${from.name} data type to a ${to.name} data type resulted in an out-of-range value.`,
  });
}

export function invalidStyle(style: number, from: SqlType): SqlServerError {
  return new SqlServerError({
    number: 281,
    message: `${style} is not a valid style number when converting from ${from.name} to a character string.`,
  });
}

/** Too long a text, as INSERT and UPDATE refuse it; `fits` is as much of it as the column takes. */
export function truncated(table: string, column: string, fits: string): SqlServerError {
  return new SqlServerError({
    number: 2628,
    message: `String or binary data would be truncated in table '${table}', column '${column}'. Truncated value: '${fits}'.`,
  });
}

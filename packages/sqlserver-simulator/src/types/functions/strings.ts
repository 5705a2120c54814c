import { SqlServerError, type SqlType } from '../../engine/engine.ts';
import type { StoredValue } from '../../engine/storage.ts';
import { bytesOfCodePage, textOfCodePage } from '../code-page.ts';
import { collationRules, DEFAULT_COLLATION } from '../collation.ts';
import { like } from '../like.ts';
import { familyOf, isCharacter, isInteger, isMoney, isUnicode, lengthOf, precisionOf } from '../type.ts';
import {
  type Argument,
  BIGINT,
  collationOf,
  type FunctionContext,
  fitText,
  INT,
  intOf,
  longTextType,
  type ScalarFunction,
  textOf,
  textType,
} from './function.ts';

const isEndless = (type: SqlType | undefined): boolean =>
  type?.length === 'max' || type?.name === 'text' || type?.name === 'ntext' || type?.name === 'image';

/** One text in, a text of the same type out. */
function textToText(change: (text: string) => string): ScalarFunction {
  return {
    minArgs: 1,
    maxArgs: 1,
    deterministic: true,
    result: ([argument]) => ({ type: textType(argument?.type) }),
    call: ([value = null], [type]) => {
      const text = textOf(value, type);
      return text === null ? null : change(text);
    },
  };
}

/** Case and marks taken off as far as the collation does not tell them apart; the length stays. */
function folded(text: string, context: FunctionContext): string {
  const { binary, caseSensitive, accentSensitive } = collationRules(
    collationOf(context) ?? DEFAULT_COLLATION,
  );
  if (binary || (caseSensitive && accentSensitive)) return text;
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charAt(index);
    const cased = caseSensitive ? unit : unit.toLowerCase();
    const plain = accentSensitive ? cased : cased.normalize('NFD').charAt(0);
    result += plain.length === 1 ? plain : unit;
  }
  return result;
}

const LEN: ScalarFunction = {
  minArgs: 1,
  maxArgs: 1,
  deterministic: true,
  result: ([argument]) => ({ type: isEndless(argument?.type) ? BIGINT : INT }),
  call: ([value = null], [type]) => {
    const text = textOf(value, type);
    return text === null ? null : BigInt(text.replace(/ +$/, '').length);
  },
};

const byteSizes: Record<string, number> = {
  bit: 1,
  tinyint: 1,
  smallint: 2,
  int: 4,
  bigint: 8,
  real: 4,
  float: 8,
  money: 8,
  smallmoney: 4,
  date: 3,
  datetime: 8,
  smalldatetime: 4,
  uniqueidentifier: 16,
};

const DATALENGTH: ScalarFunction = {
  minArgs: 1,
  maxArgs: 1,
  deterministic: true,
  result: ([argument]) => ({ type: isEndless(argument?.type) ? BIGINT : INT }),
  call: ([value = null], [type]) => {
    if (value === null || type === undefined) return null;
    if (value instanceof Uint8Array) return BigInt(value.length);
    if (isCharacter(type)) return BigInt(String(value).length * (isUnicode(type) ? 2 : 1));
    return BigInt(byteSizes[type.name] ?? variableSize(type));
  },
};

/** Bytes of decimals by their digits, and of times by the digits of their second. */
function variableSize(type: SqlType): number {
  if (familyOf(type) === 'exact') {
    const precision = precisionOf(type);
    return precision <= 9 ? 5 : precision <= 19 ? 9 : precision <= 28 ? 13 : 17;
  }
  const scale = type.scale ?? 7;
  const time = scale <= 2 ? 3 : scale <= 4 ? 4 : 5;
  return type.name === 'time' ? time : type.name === 'datetime2' ? time + 3 : time + 5;
}

function side(name: 'LEFT' | 'RIGHT', take: (text: string, count: number) => string): ScalarFunction {
  return {
    minArgs: 2,
    maxArgs: 2,
    deterministic: true,
    result: ([argument, count]) => ({
      type: textType(
        argument?.type,
        typeof count?.constant === 'bigint' ? Number(count.constant) : undefined,
      ),
    }),
    call: ([value = null, count = null], [type, countType]) => {
      const text = textOf(value, type);
      const length = intOf(count, countType);
      if (text === null || length === null) return null;
      if (length < 0) throw invalidLength(name);
      return take(text, length);
    },
  };
}

function invalidLength(name: 'LEFT' | 'RIGHT' | 'SUBSTRING'): SqlServerError {
  return name === 'RIGHT'
    ? new SqlServerError({ number: 536, message: 'Invalid length parameter passed to the right function.' })
    : new SqlServerError({
        number: 537,
        message: 'Invalid length parameter passed to the LEFT or SUBSTRING function.',
      });
}

const SUBSTRING: ScalarFunction = {
  minArgs: 3,
  maxArgs: 3,
  deterministic: true,
  result: ([argument]) => ({
    type:
      argument !== undefined && familyOf(argument.type) === 'binary'
        ? { name: 'varbinary', length: argument.type.length ?? 'max' }
        : textType(argument?.type),
  }),
  call: ([value = null, from = null, count = null], [type, fromType, countType]) => {
    const start = intOf(from, fromType);
    const length = intOf(count, countType);
    if (value === null || start === null || length === null) return null;
    if (length < 0) throw invalidLength('SUBSTRING');
    // A start before the text takes from the length.
    const [first, end] = [Math.max(0, start - 1), Math.max(0, start - 1 + length)];
    if (value instanceof Uint8Array) return value.subarray(first, end);
    return textOf(value, type)?.slice(first, end) ?? null;
  },
};

/** TRIM takes blanks off, or with a second argument (`TRIM(characters FROM text)`) those characters. */
function trimming(ends: 'start' | 'end' | 'both'): ScalarFunction {
  return {
    minArgs: 1,
    maxArgs: 2,
    deterministic: true,
    result: ([argument]) => ({ type: textType(argument?.type) }),
    call: ([value = null, characters = ' '], [type, charactersType]) => {
      const text = textOf(value, type);
      const set = charactersType === undefined ? ' ' : textOf(characters, charactersType);
      if (text === null || set === null) return null;
      let [start, end] = [0, text.length];
      if (ends !== 'end') while (start < end && set.includes(text.charAt(start))) start += 1;
      if (ends !== 'start') while (end > start && set.includes(text.charAt(end - 1))) end -= 1;
      return text.slice(start, end);
    },
  };
}

const REPLACE: ScalarFunction = {
  minArgs: 3,
  maxArgs: 3,
  deterministic: true,
  result: (args) => ({ type: longTextType(...args.map(({ type }) => type)) }),
  call: (args, types, result, context) => {
    const [text = null, pattern = null, replacement = null] = args.map((value, at) =>
      textOf(value, types[at]),
    );
    if (text === null || pattern === null || replacement === null) return null;
    if (pattern === '') return text;
    const [within, wanted] = [folded(text, context), folded(pattern, context)];
    let changed = '';
    let from = 0;
    for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, from)) {
      changed += text.slice(from, at) + replacement;
      from = at + pattern.length;
    }
    return fitText(changed + text.slice(from), result);
  },
};

/** Characters that a value of the type takes at most when it is written as text. */
function displayLength(type: SqlType): number {
  if (isCharacter(type)) return lengthOf(type);
  if (isInteger(type)) return precisionOf(type) + 1;
  if (isMoney(type)) return precisionOf(type) + 2;
  return familyOf(type) === 'exact' ? precisionOf(type) + 2 : familyOf(type) === 'guid' ? 36 : 34;
}

function concatenationType(args: readonly Argument[], separators = 0): SqlType {
  const long = longTextType(...args.map(({ type }) => type));
  if (long.length === 'max') return long;
  const length = args.reduce((sum, { type }) => sum + displayLength(type), separators);
  return { name: long.name, length: Math.max(1, Math.min(length, long.name === 'nvarchar' ? 4000 : 8000)) };
}

const CONCAT: ScalarFunction = {
  minArgs: 2,
  maxArgs: 254,
  deterministic: true,
  result: (args) => ({ type: concatenationType(args), nullable: false }),
  call: (args, types, result) =>
    fitText(args.map((value, at) => textOf(value, types[at]) ?? '').join(''), result),
};

const CONCAT_WS: ScalarFunction = {
  minArgs: 3,
  maxArgs: 254,
  deterministic: true,
  result: ([separator, ...args]) => ({
    type: concatenationType(args, separator ? displayLength(separator.type) * args.length : 0),
    nullable: false,
  }),
  call: (args, types, result) => {
    const texts = args.map((value, at) => textOf(value, types[at]));
    return fitText(
      texts
        .slice(1)
        .filter((text) => text !== null)
        .join(texts[0] ?? ''),
      result,
    );
  },
};

const CHARINDEX: ScalarFunction = {
  minArgs: 2,
  maxArgs: 3,
  deterministic: true,
  result: ([, text]) => ({ type: isEndless(text?.type) ? BIGINT : INT }),
  call: ([wanted = null, within = null, from = 1n], types, _result, context) => {
    const pattern = textOf(wanted, types[0]);
    const text = textOf(within, types[1]);
    const start = types[2] === undefined ? 1 : intOf(from, types[2]);
    if (pattern === null || text === null || start === null) return null;
    if (pattern === '') return 0n;
    return BigInt(folded(text, context).indexOf(folded(pattern, context), Math.max(0, start - 1)) + 1);
  },
};

const PATINDEX: ScalarFunction = {
  minArgs: 2,
  maxArgs: 2,
  deterministic: true,
  result: ([, text]) => ({ type: isEndless(text?.type) ? BIGINT : INT }),
  call: ([wanted = null, within = null], types, _result, context) => {
    const pattern = textOf(wanted, types[0]);
    const text = textOf(within, types[1]);
    if (pattern === null || text === null) return null;
    const collation = collationOf(context) ?? DEFAULT_COLLATION;
    if (!pattern.startsWith('%')) return like(text, pattern, null, collation) ? 1n : 0n;
    for (let at = 0; at < text.length; at += 1) {
      if (like(text.slice(at), pattern.slice(1), null, collation)) return BigInt(at + 1);
    }
    return 0n;
  },
};

const REPLICATE: ScalarFunction = {
  minArgs: 2,
  maxArgs: 2,
  deterministic: true,
  result: ([argument]) => ({ type: longTextType(argument?.type) }),
  call: ([value = null, count = null], [type, countType], result) => {
    const text = textOf(value, type);
    const times = intOf(count, countType);
    if (text === null || times === null || times < 0) return null;
    const limit = typeof result.length === 'number' ? result.length : 2 ** 28;
    const whole = text === '' ? 0 : Math.min(times, Math.ceil(limit / text.length));
    return fitText(text.repeat(whole), result);
  },
};

const SPACE: ScalarFunction = {
  minArgs: 1,
  maxArgs: 1,
  deterministic: true,
  result: () => ({ type: { name: 'varchar', length: 8000 } }),
  call: ([count = null], [type]) => {
    const length = intOf(count, type);
    return length === null || length < 0 ? null : ' '.repeat(Math.min(length, 8000));
  },
};

const STUFF: ScalarFunction = {
  minArgs: 4,
  maxArgs: 4,
  deterministic: true,
  result: ([text, , , inserted]) => ({ type: longTextType(text?.type, inserted?.type) }),
  call: ([value = null, from = null, count = null, inserted = null], types, result) => {
    const text = textOf(value, types[0]);
    const start = intOf(from, types[1]);
    const length = intOf(count, types[2]);
    if (text === null || start === null || length === null) return null;
    if (start < 1 || start > text.length || length < 0) return null;
    const put = textOf(inserted, types[3]) ?? '';
    return fitText(text.slice(0, start - 1) + put + text.slice(start - 1 + length), result);
  },
};

const firstCode = (code: (text: string) => number): ScalarFunction => ({
  minArgs: 1,
  maxArgs: 1,
  deterministic: true,
  result: () => ({ type: INT }),
  call: ([value = null], [type]) => {
    const text = textOf(value, type);
    return text === null || text === '' ? null : BigInt(code(text));
  },
});

const ofCode = (type: SqlType, character: (code: number) => string | null): ScalarFunction => ({
  minArgs: 1,
  maxArgs: 1,
  deterministic: true,
  result: () => ({ type }),
  call: ([value = null], [argumentType]): StoredValue => {
    const code = intOf(value, argumentType);
    return code === null ? null : character(code);
  },
});

/** The pairs of which either names the other. */
const quotes = ['[]', '""', "''", '()', '<>', '{}', '``'] as const;

const QUOTENAME: ScalarFunction = {
  minArgs: 1,
  maxArgs: 2,
  deterministic: true,
  result: () => ({ type: { name: 'nvarchar', length: 258 } }),
  call: ([value = null, quote = null], [type, quoteType]) => {
    const text = textOf(value, type);
    if (text === null || text.length > 128) return null;
    const wanted = quoteType === undefined ? '[' : (textOf(quote, quoteType) ?? '');
    const pair = wanted === '' ? undefined : quotes.find((both) => both.includes(wanted));
    if (pair === undefined || wanted.length > 1) return null;
    const [open, close] = [pair.charAt(0), pair.charAt(1)];
    return open + text.replaceAll(close, close + close) + close;
  },
};

export const stringFunctions: Readonly<Record<string, ScalarFunction>> = {
  LEN,
  DATALENGTH,
  SUBSTRING,
  REPLACE,
  CONCAT,
  CONCAT_WS,
  CHARINDEX,
  PATINDEX,
  REPLICATE,
  SPACE,
  STUFF,
  QUOTENAME,
  LEFT: side('LEFT', (text, count) => text.slice(0, count)),
  RIGHT: side('RIGHT', (text, count) => (count === 0 ? '' : text.slice(-count))),
  LTRIM: trimming('start'),
  RTRIM: trimming('end'),
  TRIM: trimming('both'),
  UPPER: textToText((text) => text.replace(/[^ß]+/g, (part) => part.toUpperCase())),
  LOWER: textToText((text) => text.toLowerCase()),
  REVERSE: textToText((text) => [...text].reverse().join('')),
  ASCII: firstCode((text) => bytesOfCodePage(text.charAt(0))[0] ?? 0),
  UNICODE: firstCode((text) => text.charCodeAt(0)),
  CHAR: ofCode({ name: 'char', length: 1 }, (code) =>
    code < 0 || code > 255 ? null : textOfCodePage(Uint8Array.of(code)),
  ),
  NCHAR: ofCode({ name: 'nchar', length: 1 }, (code) =>
    code < 0 || code > 65_535 ? null : String.fromCharCode(code),
  ),
};

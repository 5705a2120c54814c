import { SqlServerError, type SqlType, type SqlTypeName } from '../engine/engine.ts';
import { isFixedLength, isTypeName, isUnicode, precisionOf, scaleOf } from './type.ts';

const synonyms = new Map<string, SqlTypeName>(
  Object.entries({
    integer: 'int',
    dec: 'decimal',
    character: 'char',
    'char varying': 'varchar',
    'character varying': 'varchar',
    'national char': 'nchar',
    'national character': 'nchar',
    'national char varying': 'nvarchar',
    'national character varying': 'nvarchar',
    'national text': 'ntext',
    'binary varying': 'varbinary',
    timestamp: 'rowversion',
    'double precision': 'float',
  }),
);

export type TypeArgument = number | 'max';

/**
 * A type by its name and the numbers in its brackets, with SQL Server's defaults: of `char` and its like 1 in a declaration
 * and 30 in CAST. Throws 2715 for an unknown type and the errors of the limits.
 */
export function declareType(
  name: string,
  args: readonly TypeArgument[] = [],
  place: 'declaration' | 'cast' = 'declaration',
): SqlType {
  const key = name.toLowerCase().replace(/\s+/g, ' ');
  const known = synonyms.get(key) ?? (isTypeName(key) ? key : null);
  if (key === 'sysname') return { name: 'nvarchar', length: 128 };
  if (known === null) throw unknownType(name, place);
  switch (known) {
    case 'decimal':
    case 'numeric':
      return declareDecimal(known, args);
    case 'float':
      return declareFloat(args);
    case 'time':
    case 'datetime2':
    case 'datetimeoffset':
      return declareFraction(known, args);
    case 'char':
    case 'varchar':
    case 'nchar':
    case 'nvarchar':
    case 'binary':
    case 'varbinary':
      return { name: known, length: declaredLength(known, name, args, place) };
    default:
      if (args.length > 0)
        throw new SqlServerError({
          number: 2716,
          message: `Column, parameter, or variable #1: Cannot specify a column width on data type ${name}.`,
        });
      return known === 'rowversion' ? { name: known, length: 8 } : { name: known };
  }
}

function declareDecimal(name: 'decimal' | 'numeric', args: readonly TypeArgument[]): SqlType {
  const [precision = 18, scale = 0] = args;
  if (precision === 'max' || scale === 'max') throw invalidLength('max');
  if (precision > 38)
    throw new SqlServerError({
      number: 2750,
      message: `Column or parameter #1: Specified column precision ${precision} is greater than the maximum precision of 38.`,
    });
  if (precision < 1) throw invalidLength(precision);
  if (scale > precision)
    throw new SqlServerError({
      number: 192,
      class: 15,
      message: 'The scale must be less than or equal to the precision.',
    });
  return { name, precision, scale };
}

/** float(1 to 24) is real; anything above is float. */
function declareFloat(args: readonly TypeArgument[]): SqlType {
  const [bits = 53] = args;
  if (bits === 'max' || bits < 1 || bits > 53) throw invalidLength(bits);
  return { name: bits <= 24 ? 'real' : 'float' };
}

function declareFraction(
  name: 'time' | 'datetime2' | 'datetimeoffset',
  args: readonly TypeArgument[],
): SqlType {
  const [scale = 7] = args;
  if (scale === 'max' || scale < 0 || scale > 7)
    throw new SqlServerError({
      number: 1002,
      class: 15,
      message: `Line 1: Specified scale ${scale} is invalid.`,
    });
  return { name, scale };
}

function declaredLength(
  name: SqlTypeName,
  written: string,
  args: readonly TypeArgument[],
  place: 'declaration' | 'cast',
): TypeArgument {
  const [length = place === 'cast' ? 30 : 1] = args;
  if (length === 'max') {
    if (isFixedLength({ name })) throw invalidLength(length);
    return length;
  }
  if (length < 1) throw invalidLength(length);
  const limit = isUnicode({ name }) ? 4000 : 8000;
  if (length > limit)
    throw new SqlServerError({
      number: isUnicode({ name }) ? 2717 : 131,
      class: 15,
      message: isUnicode({ name })
        ? `The size (${length}) given to the parameter '${written}' exceeds the maximum allowed (${limit}).`
        : `The size (${length}) given to the type '${written}' exceeds the maximum allowed for any data type (8000).`,
    });
  return length;
}

function invalidLength(length: TypeArgument): SqlServerError {
  return new SqlServerError({
    number: 1001,
    class: 15,
    message: `Line 1: Length or precision specification ${length} is invalid.`,
  });
}

function unknownType(name: string, place: 'declaration' | 'cast'): SqlServerError {
  return place === 'cast'
    ? new SqlServerError({ number: 243, message: `Type ${name} is not a defined system type.` })
    : new SqlServerError({
        number: 2715,
        message: `Column, parameter, or variable #1: Cannot find data type ${name}.`,
      });
}

const parsed = new Map<string, SqlType>();

/** `decimal(18,4)`, `nvarchar(max)`, `int`. */
export function parseType(text: string, place: 'declaration' | 'cast' = 'declaration'): SqlType {
  const key = `${place} ${text}`;
  let type = parsed.get(key);
  if (type === undefined) {
    type = readType(text, place);
    if (parsed.size > 1000) parsed.clear();
    parsed.set(key, type);
  }
  return type;
}

function readType(text: string, place: 'declaration' | 'cast'): SqlType {
  const match = /^\s*\[?([A-Za-z_][A-Za-z0-9_ ]*?)\]?\s*(?:\(\s*([^)]*)\)\s*)?$/.exec(text);
  if (!match?.[1])
    throw new SqlServerError({ number: 102, class: 15, message: `Incorrect syntax near '${text.trim()}'.` });
  const args = match[2]?.split(',').map((part): TypeArgument => {
    const word = part.trim().toLowerCase();
    return word === 'max' ? 'max' : Number(word);
  });
  return declareType(match[1], args, place);
}

/** As it is written in a declaration. */
export function formatType(type: SqlType): string {
  switch (type.name) {
    case 'decimal':
    case 'numeric':
      return `${type.name}(${precisionOf(type)},${scaleOf(type)})`;
    case 'time':
    case 'datetime2':
    case 'datetimeoffset':
      return `${type.name}(${scaleOf(type)})`;
    case 'char':
    case 'varchar':
    case 'nchar':
    case 'nvarchar':
    case 'binary':
    case 'varbinary':
      return `${type.name}(${type.length ?? 1})`;
    case 'rowversion':
      return 'timestamp';
    default:
      return type.name;
  }
}

import { toStored } from '../../types/stored.ts';
import { declareType, type TypeArgument } from '../../types/type-names.ts';
import { asList, asNode, identifier, isNode, kindOf, type Node, nameParts } from '../batch/ast.ts';
import type { SqlType } from '../engine.ts';
import { SqlServerError } from '../engine.ts';
import { keywordError, syntaxError } from '../errors.ts';
import type { TranslationContext } from './context.ts';
import { DEFAULT, type Expression, NULL_LITERAL, quoteText } from './expression.ts';

/** A literal, typed as T-SQL types it: `1` int, `3000000000` and `1.50` numeric, `1e0` float, `'a'` varchar(1). */
export function translateLiteral(node: Node, context: TranslationContext): Expression {
  const [kind, body] = kindOf(node.value);
  switch (kind) {
    case 'Null':
      return NULL_LITERAL;
    case 'Number':
      return numberLiteral(String(asList(body)[0]));
    case 'Placeholder':
      return moneyLiteral(String(body));
    case 'SingleQuotedString':
      return textLiteral(String(body), 'varchar', context);
    case 'NationalStringLiteral':
      return textLiteral(String(body), 'nvarchar', context);
    case 'HexStringLiteral': {
      const digits = String(body).length % 2 === 0 ? String(body) : `0${String(body)}`;
      const type: SqlType = { name: 'varbinary', length: Math.max(1, digits.length / 2) };
      return {
        sql: `x'${digits}'`,
        type,
        nullable: false,
        collation: DEFAULT,
        constant: Buffer.from(digits, 'hex'),
      };
    }
    case 'Boolean':
      throw syntaxError(String(body));
    default:
      throw syntaxError(typeof body === 'string' ? body : kind);
  }
}

function numberLiteral(text: string): Expression {
  if (/e/i.test(text)) {
    const value = Number(/e[+-]?$/i.test(text) ? `${text}0` : text);
    if (!Number.isFinite(value)) throw floatRange(text);
    const sql = Number.isInteger(value) && !/e/i.test(String(value)) ? `${value}.0` : String(value);
    return { sql, type: { name: 'float' }, nullable: false, collation: DEFAULT, constant: value };
  }
  const digits = text.replace(/^0+(?=\d)/, '');
  if (/^\d+$/.test(digits) && BigInt(digits) <= 2_147_483_647n)
    return {
      sql: digits,
      type: { name: 'int' },
      nullable: false,
      collation: DEFAULT,
      constant: BigInt(digits),
    };
  const [whole = '', fraction = ''] = digits.split('.');
  const significant = whole === '0' ? '' : whole;
  const precision = Math.max(1, significant.length + fraction.length);
  if (precision > 38)
    throw new SqlServerError({
      number: 1007,
      class: 15,
      message: `The number '${text}' is out of the range for numeric representation (maximum precision 38).`,
    });
  return exact(`${whole === '' ? '0' : whole}.${fraction}`, {
    name: 'numeric',
    precision,
    scale: fraction.length,
  });
}

const floatRange = (text: string): SqlServerError =>
  new SqlServerError({
    number: 168,
    class: 15,
    message: `The floating point value '${text}' is out of the range of computer representation (8 bytes).`,
  });

function moneyLiteral(text: string): Expression {
  const match = /^\$(\d*(?:\.\d*)?)$/.exec(text);
  if (match === null) throw syntaxError(text);
  return exact(match[1] === '' ? '0' : (match[1] ?? '0'), { name: 'money' });
}

function exact(text: string, type: SqlType): Expression {
  const constant = toStored(text, type);
  return { sql: quoteText(String(constant)), type, nullable: false, collation: DEFAULT, constant };
}

function textLiteral(text: string, name: 'varchar' | 'nvarchar', context: TranslationContext): Expression {
  const limit = name === 'varchar' ? 8000 : 4000;
  const type: SqlType = { name, length: text.length > limit ? 'max' : Math.max(1, text.length) };
  const sql = text.includes('\0') ? context.bind(text) : quoteText(text);
  const collation = { name: context.defaultCollation, strength: 'default' } as const;
  return { sql, type, nullable: false, collation, constant: text };
}

const typeNames: Record<string, string> = {
  doubleprecision: 'double precision',
  dec: 'decimal',
  timestamp: 'timestamp',
};

/** The type behind CAST and CONVERT. */
export function translateDataType(node: unknown): SqlType {
  const [kind, body] = kindOf(node);
  if (kind === 'Custom') {
    const [name, args] = asList(body);
    const parts = nameParts(name).map((part) => part.name);
    if (parts.length > 1 && parts[0]?.toLowerCase() !== 'sys') throw unknownType(parts.join('.'));
    return declareType(parts.at(-1) ?? '', asList(args).map(typeArgument), 'cast');
  }
  const name = kind.toLowerCase();
  return declareType(typeNames[name] ?? name, typeArguments(body), 'cast');
}

const unknownType = (name: string): SqlServerError =>
  new SqlServerError({ number: 243, message: `Type ${name} is not a defined system type.` });

function typeArgument(value: unknown): TypeArgument {
  const text = String(value).toLowerCase();
  if (text === 'max') return 'max';
  if (!/^\d+$/.test(text)) throw keywordError(text);
  return Number(text);
}

/** `Max`, `5`, `{IntegerLength: {length: 5}}`, `{PrecisionAndScale: [5, 1]}`, `[3, "None"]`. */
function typeArguments(body: unknown): TypeArgument[] {
  if (body === null || body === undefined || body === 'None') return [];
  if (body === 'Max') return ['max'];
  if (typeof body === 'number' || typeof body === 'bigint') return [Number(body)];
  if (Array.isArray(body)) return body.flatMap((part) => typeArguments(part));
  if (isNode(body)) {
    if (Object.hasOwn(body, 'unit') && body.unit !== null && body.unit !== undefined)
      throw syntaxError(String(body.unit));
    return Object.values(body).flatMap((part) => typeArguments(part));
  }
  throw syntaxError(String(body));
}

/** Functions that are written without brackets. */
export const isFunctionWord = (name: string): boolean =>
  /^(session_user|current_user|system_user|user)$/i.test(name);

/** The names of an identifier or of several with points between them. */
export function nameOf(kind: string, body: unknown): readonly { name: string; quoted: boolean }[] {
  return kind === 'Identifier' ? [identifier(asNode(body))] : asList(body).map((part) => identifier(part));
}

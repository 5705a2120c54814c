import { type SqlParameter, SqlServerError, type SqlType } from '../engine/engine.ts';
import { conversionKind, convertStored } from '../types/convert.ts';
import { fromStored, toStored } from '../types/stored.ts';
import { formatType, parseType } from '../types/type-names.ts';
import type { TypedValue } from './parameter-reader.ts';

export type Declaration = { readonly name: string; readonly type: SqlType };

const DECLARATION =
  /\s*(@[\p{L}\p{N}_@#$]+)\s+(?:AS\s+)?([\p{L}_][\p{L}\p{N}_]*\s*(?:\([^)]*\))?)\s*(?:OUT(?:PUT)?)?\s*(?:,|$)/iuy;

/** `@id int, @price decimal(10,2)`. Throws SqlServerErrors 102 and 2715. */
export function parseDeclarations(text: string): Declaration[] {
  const declarations: Declaration[] = [];
  const declaration = new RegExp(DECLARATION);
  while (declaration.lastIndex < text.trimEnd().length) {
    const at = declaration.lastIndex;
    const [, name, type] = declaration.exec(text) ?? [];
    if (name === undefined || type === undefined) {
      const near = text.slice(at).trim().split(/\s/, 1)[0] ?? '';
      throw new SqlServerError({ number: 102, class: 15, message: `Incorrect syntax near '${near}'.` });
    }
    declarations.push({ name, type: parseType(type) });
  }
  return declarations;
}

/** The value as its declaration wants it: what the client sends may be of another type. Throws SqlServerError 8114. */
export function asDeclared({ name, type }: Declaration, sent: TypedValue): SqlParameter {
  if (sent.value === null) return { name, type, value: null };
  const sameKind = formatType(sent.type) === formatType(type);
  if (sameKind) return { name, type, value: sent.value };
  if (conversionKind(sent.type, type) !== 'implicit') throw cannotConvert(sent.type, type);
  try {
    const stored = convertStored(toStored(sent.value, sent.type), sent.type, type, { explicit: false });
    return { name, type, value: fromStored(stored, type) };
  } catch (error) {
    if (!(error instanceof SqlServerError)) throw error;
    throw cannotConvert(sent.type, type);
  }
}

function cannotConvert(from: SqlType, to: SqlType): SqlServerError {
  return new SqlServerError({
    number: 8114,
    state: 5,
    message: `Error converting data type ${from.name} to ${to.name}.`,
  });
}

import type { SqlParameter, SqlType } from '../engine/engine.ts';
import { sqlError } from '../engine/errors.ts';
import { Cursor } from '../parse/cursor.ts';
import { parseType } from '../parse/expressions.ts';
import { convert } from '../values/convert.ts';
import type { TypedValue } from './parameter-reader.ts';

export type Declaration = { readonly name: string; readonly type: SqlType };

/** `@id int, @price decimal(10,2)`. Throws SqlServerErrors 102 and 2715. */
export function parseDeclarations(text: string): Declaration[] {
  if (text.trim() === '') return [];
  const cursor = new Cursor(text);
  const declarations = cursor.list(() => {
    if (cursor.token.kind !== 'variable') throw cursor.unexpected();
    const name = cursor.take().text;
    const type = parseType(cursor);
    cursor.tryWords('OUTPUT');
    return { name, type };
  });
  if (!cursor.isEnd) throw cursor.unexpected();
  return declarations;
}

/**
 * The value as its declaration wants it: what the client sends may be of another type. Throws SqlServerError
 * 8114.
 */
export function asDeclared({ name, type }: Declaration, { type: sent, value }: TypedValue): SqlParameter {
  try {
    return { name, type, value: convert(value, sent, type) };
  } catch {
    // What was damaged on its way may be a number that there is none of, too.
    throw sqlError(8114, `Error converting data type ${sent.name} to ${type.name}.`, 16, 5);
  }
}

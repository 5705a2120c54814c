import type { SqlType } from '../engine/engine.ts';
import type { StoredValue } from '../engine/storage.ts';
import { collationRules } from './collation.ts';
import { textKey } from './text-key.ts';
import { isCharacter, isUnicode } from './type.ts';

export { DEFAULT_COLLATION, isCollation } from './collation.ts';
export { like } from './like.ts';

/** Whether values of the type compare through `sortKey`: all others do as they are stored. */
export function needsSortKey(type: SqlType): boolean {
  return isCharacter(type) || type.name === 'datetimeoffset';
}

/**
 * What SQLite may compare, sort and group by in place of the value. Blanks at a text's end do not count, under any
 * collation; a datetimeoffset is its instant.
 */
export function sortKey(value: StoredValue, type: SqlType, collation: string): StoredValue {
  if (value === null) return null;
  if (type.name === 'datetimeoffset') return String(value).slice(0, 27);
  if (!isCharacter(type)) return value;
  const text = withoutTrailingBlanks(String(value));
  const rules = collationRules(collation);
  if (rules.binary) return text;
  return textKey(text, isUnicode(type) && rules.stringSort ? { ...rules, stringSort: false } : rules);
}

function withoutTrailingBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 32) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

import { needCollation } from './collation.ts';
import { scaledInteger } from './decimals.ts';
import { utcText } from './moments.ts';
import type { SqlValue } from './sql-value.ts';
import { familyOf, isUnicode, type SqlType, scaleOf } from './types.ts';

/** Comparison keys within a type: plain `<` and `===` work. */
export type Key = number | bigint | string;

export function keyMaker(type: SqlType): (value: NonNullable<SqlValue>) => Key {
  switch (familyOf(type)) {
    case 'integer':
      return type.name === 'bit' ? Number : (value) => value as number | bigint;
    case 'decimal': {
      const scale = scaleOf(type);
      return (value) => scaledInteger(String(value), scale);
    }
    case 'float':
      return Number;
    case 'text': {
      const collation = needCollation(type.collation);
      const isWide = isUnicode(type);
      // Ignores trailing spaces.
      return (value) => collation.key(String(value).replace(/ +$/, ''), isWide);
    }
    case 'moment':
      return type.name === 'datetimeoffset' ? (value) => utcText(String(value)) : String;
    case 'guid':
      return (value) => guidKey(String(value));
    case 'binary':
      return (value) => (value as Buffer).toString('latin1');
  }
}

/** NULL comes first. */
export function compareKeys(left: Key | null, right: Key | null): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The last group has the highest weight, then the fourth; within the others the last byte does. */
function guidKey(guid: string): string {
  const [first = '', second = '', third = '', fourth = '', last = ''] = guid.split('-');
  const reversed = (digits: string): string => (digits.match(/../g) ?? []).reverse().join('');
  return last + fourth + reversed(third) + reversed(second) + reversed(first);
}

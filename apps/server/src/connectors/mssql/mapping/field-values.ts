import type { MAPPING_DATA_TYPES } from '@storefleet/contract/stores/mssql/constants';
import { canonicalDecimal, isDecimal } from '@storefleet/contract/values/money/decimal';

/** Reads text as a value of a data type, in one canonical spelling, whatever the column's type. */

/** `money` is a number with at least two decimals. */
export type ValueType = (typeof MAPPING_DATA_TYPES)[number] | 'money';

/** Null if it is not such a value. */
export function readAs(type: ValueType, text: string): string | null {
  switch (type) {
    case 'string':
      return text;
    case 'number':
      return readNumber(text, 0);
    case 'money':
      return readNumber(text, 2);
    case 'boolean':
      return BOOLEANS.get(text.trim().toLowerCase()) ?? null;
    case 'date':
      return readDate(text.trim());
  }
}

const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ...['true', 'yes', 'y', '1'].map((word) => [word, 'true'] as const),
  ...['false', 'no', 'n', '0'].map((word) => [word, 'false'] as const),
]);

const NUMBER = /^([+-]?)(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d{1,3}))?$/;
/** A float has at most 309 digits before its point, a decimal 38 in all. */
const MAX_LENGTH = 400;

/** Decimal text: exact, with a point, without an exponent. A comma is ambiguous, and refused. */
function readNumber(input: string, minDecimals: number): string | null {
  const text = input.trim();
  if (text.length > MAX_LENGTH) return null;
  if (isDecimal(text)) return canonicalDecimal(text, minDecimals);
  const parts = NUMBER.exec(text);
  if (parts === null) return null;
  const [, sign = '', digits = '', exponent = '0'] = parts;
  const plain = shiftPoint(digits, Number(exponent));
  return canonicalDecimal(sign === '-' ? `-${plain}` : plain, minDecimals);
}

function shiftPoint(digits: string, places: number): string {
  if (places === 0) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  const all = `${'0'.repeat(Math.max(0, -places))}${whole}${fraction}${'0'.repeat(Math.max(0, places))}`;
  const point = Math.max(0, -places) + whole.length + places;
  return `${all.slice(0, point) || '0'}.${all.slice(point)}`;
}

const DATE =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s?(Z|[+-]\d\d:\d\d)?)?$/i;

/** ISO 8601: a date, or a date with a time; a zone only if there was one. */
function readDate(text: string): string | null {
  const parts = DATE.exec(text);
  if (parts === null) return null;
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00', fraction = '', zone = ''] =
    parts;
  if (!isDay(Number(year), Number(month), Number(day))) return null;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const exact = fraction.replace(/0+$/, '');
  return `${date}T${hour}:${minute}:${second}${exact === '' ? '' : `.${exact}`}${zone.toUpperCase()}`;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

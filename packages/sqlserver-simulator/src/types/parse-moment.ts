import { DAY_1900, dayNumber, type Moment, TICKS_PER_DAY, TICKS_PER_SECOND } from './moment.ts';

/** The order of day, month and year that a text of numbers alone is read in. */
type DateOrder = 'mdy' | 'dmy' | 'ymd';

const orders: Record<number, DateOrder> = {
  2: 'ymd',
  102: 'ymd',
  3: 'dmy',
  103: 'dmy',
  4: 'dmy',
  104: 'dmy',
  5: 'dmy',
  105: 'dmy',
  11: 'ymd',
  111: 'ymd',
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const longMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

export type ParsedMoment =
  | {
      readonly kind: 'moment';
      readonly moment: Moment;
      readonly hasDate: boolean;
      readonly fractionDigits: number;
    }
  /** Written as one should, but there is no such day or hour. */
  | { readonly kind: 'out of range' }
  | { readonly kind: 'unknown' };

const OUT_OF_RANGE: ParsedMoment = { kind: 'out of range' };
const UNKNOWN: ParsedMoment = { kind: 'unknown' };

/**
 * Reads a date, a time or both as SQL Server does in us_english: ISO 8601, digits without separators, numbers with
 * slashes, dots or dashes in the order of the style, and months by name. What has no date is on 1900-01-01.
 */
export function parseMoment(written: string, style = 0): ParsedMoment {
  const text = written.trim();
  if (text === '') return found(DAY_1900, 0, null, false, 0);
  const iso =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\s*(\d{1,2}:.*))?$/i.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})(?:[T ]\s*(\d{1,2}:.*))?$/i.exec(text);
  if (iso !== null) {
    const day = dayNumber(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    return withClock(day, iso[4]);
  }
  const numbers = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:\s+(.*))?$/.exec(text);
  if (numbers !== null) {
    return withClock(
      orderedDay([numbers[1] ?? '', numbers[3] ?? '', numbers[4] ?? ''], orders[style] ?? 'mdy'),
      numbers[5],
    );
  }
  const named = parseNamed(text);
  if (named !== null) return withClock(named.day, named.clock);
  const clock = parseClock(text);
  if (clock === 'unknown') return UNKNOWN;
  return clock === 'out of range'
    ? OUT_OF_RANGE
    : found(DAY_1900, clock.ticks, clock.offset, false, clock.digits);
}

function found(
  day: number,
  ticks: number,
  offset: number | null,
  hasDate: boolean,
  fractionDigits: number,
): ParsedMoment {
  return { kind: 'moment', moment: { day, ticks, offset }, hasDate, fractionDigits };
}

function withClock(day: number | null, clockText: string | undefined): ParsedMoment {
  if (clockText === undefined || clockText === '')
    return day === null ? OUT_OF_RANGE : found(day, 0, null, true, 0);
  const clock = parseClock(clockText);
  if (clock === 'unknown') return UNKNOWN;
  if (clock === 'out of range' || day === null) return OUT_OF_RANGE;
  return found(day, clock.ticks, clock.offset, true, clock.digits);
}

/** A year of four digits may stand first or last whatever the order. */
function orderedDay(parts: readonly [string, string, string], order: DateOrder): number | null {
  const [first, second, third] = parts;
  if (first.length === 4) return dayNumber(Number(first), Number(second), Number(third));
  if (order === 'ymd' && third.length <= 2) return dayNumber(fullYear(first), Number(second), Number(third));
  const [month, dayOfMonth] = order === 'dmy' ? [second, first] : [first, second];
  return dayNumber(fullYear(third), Number(month), Number(dayOfMonth));
}

/** Two digits mean 1950 to 2049: the server's "two digit year cutoff" as installed. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

/** `Nov 21 2026`, `21 November, 2026`, `November 2026`. */
function parseNamed(text: string): { day: number | null; clock: string } | null {
  const match =
    /^([a-z]+)\.?\s+(\d{1,2}),?\s+(\d{4}|\d{2})(?:\s+(.*))?$/i.exec(text) ??
    /^(\d{1,2})[\s-]+([a-z]+)[\s,.-]+(\d{4}|\d{2})(?:\s+(.*))?$/i.exec(text);
  if (match === null) return null;
  const [, one = '', two = '', year = '', clock = ''] = match;
  const [name, dayOfMonth] = /^\d/.test(one) ? [two, one] : [one, two];
  const word = name.toLowerCase();
  const month = Math.max(months.indexOf(word), longMonths.indexOf(word)) + 1;
  if (month === 0) return null;
  return { day: dayNumber(fullYear(year), month, Number(dayOfMonth)), clock };
}

type Clock = { readonly ticks: number; readonly offset: number | null; readonly digits: number };

/** `12:34`, `12:34:56.1234567`, `1:05 PM`, each with an offset or Z behind it; a colon may stand before the fraction. */
function parseClock(text: string): Clock | 'unknown' | 'out of range' {
  const match =
    /^(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}))?(?:([.:])(\d{1,9}))?\s*(am|pm)?\s*(z|[+-]\d{1,2}:\d{2})?$/i.exec(
      text,
    );
  if (match === null) return 'unknown';
  const [, hourText = '', minuteText, secondText, , fraction = '', half, zone] = match;
  if (minuteText === undefined && half === undefined) return 'unknown';
  if (fraction !== '' && secondText === undefined) return 'unknown';
  if (fraction.length > 7) return 'unknown';
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour > 12 && half.toLowerCase() === 'am') return 'out of range';
    if (hour === 12 && half.toLowerCase() === 'am') hour = 0;
    else if (hour < 12 && half.toLowerCase() === 'pm') hour += 12;
  }
  const minute = Number(minuteText ?? 0);
  const second = Number(secondText ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return 'out of range';
  const ticks = (hour * 3600 + minute * 60 + second) * TICKS_PER_SECOND + Number(fraction.padEnd(7, '0'));
  const offset = zone === undefined ? null : zoneMinutes(zone);
  if (offset !== null && Math.abs(offset) > 14 * 60) return 'out of range';
  return ticks < TICKS_PER_DAY ? { ticks, offset, digits: fraction.length } : 'out of range';
}

function zoneMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [hours = '0', minutes = '0'] = zone.slice(1).split(':');
  const total = Number(hours) * 60 + Number(minutes);
  return zone.startsWith('-') ? -total : total;
}

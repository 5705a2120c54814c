import type { SqlType } from '../engine/engine.ts';
import { errorConverting, invalidStyle } from './conversion-errors.ts';
import { momentText } from './stored.ts';

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type Parts = {
  readonly date: string;
  /** Year of four and of two digits, month, day, and the month's name. */
  readonly yyyy: string;
  readonly yy: string;
  readonly mm: string;
  readonly dd: string;
  readonly mon: string;
  /** `12:34:56`. */
  readonly clock: string;
  /** With a point before them, or nothing. */
  readonly fraction: string;
  /** Hour and minutes of the twelve-hour clock, the hour with a blank before one digit. */
  readonly half: string;
  readonly seconds: string;
  readonly meridiem: string;
};

/** The parts of a text as the wire has it. */
function partsOf(text: string, type: SqlType): Parts {
  const date = type.name === 'time' ? '' : text.slice(0, 10);
  const time = type.name === 'time' ? text : text.slice(11).replace(/[+-]\d\d:\d\d$/, '');
  const clock = time.slice(0, 8);
  const hour = Number(clock.slice(0, 2));
  return {
    date,
    yyyy: date.slice(0, 4),
    yy: date.slice(2, 4),
    mm: date.slice(5, 7),
    dd: date.slice(8, 10),
    mon: monthNames[Number(date.slice(5, 7)) - 1] ?? '',
    clock,
    fraction: time.slice(8),
    half: `${String(hour % 12 === 0 ? 12 : hour % 12).padStart(2)}${clock.slice(2, 5)}`,
    seconds: clock.slice(5),
    meridiem: hour < 12 ? 'AM' : 'PM',
  };
}

/** The date's part of a style, where it has one. */
const dates: Record<number, (parts: Parts) => string> = {
  0: ({ mon, dd, yyyy }) => `${mon} ${blankPadded(dd)} ${yyyy}`,
  1: ({ mm, dd, yy }) => `${mm}/${dd}/${yy}`,
  2: ({ mm, dd, yy }) => `${yy}.${mm}.${dd}`,
  3: ({ mm, dd, yy }) => `${dd}/${mm}/${yy}`,
  4: ({ mm, dd, yy }) => `${dd}.${mm}.${yy}`,
  5: ({ mm, dd, yy }) => `${dd}-${mm}-${yy}`,
  6: ({ mon, dd, yy }) => `${dd} ${mon} ${yy}`,
  7: ({ mon, dd, yy }) => `${mon} ${dd}, ${yy}`,
  10: ({ mm, dd, yy }) => `${mm}-${dd}-${yy}`,
  11: ({ mm, dd, yy }) => `${yy}/${mm}/${dd}`,
  12: ({ mm, dd, yy }) => `${yy}${mm}${dd}`,
  101: ({ mm, dd, yyyy }) => `${mm}/${dd}/${yyyy}`,
  102: ({ mm, dd, yyyy }) => `${yyyy}.${mm}.${dd}`,
  103: ({ mm, dd, yyyy }) => `${dd}/${mm}/${yyyy}`,
  104: ({ mm, dd, yyyy }) => `${dd}.${mm}.${yyyy}`,
  105: ({ mm, dd, yyyy }) => `${dd}-${mm}-${yyyy}`,
  106: ({ mon, dd, yyyy }) => `${dd} ${mon} ${yyyy}`,
  107: ({ mon, dd, yyyy }) => `${mon} ${dd}, ${yyyy}`,
  110: ({ mm, dd, yyyy }) => `${mm}-${dd}-${yyyy}`,
  111: ({ mm, dd, yyyy }) => `${yyyy}/${mm}/${dd}`,
  112: ({ mm, dd, yyyy }) => `${yyyy}${mm}${dd}`,
  13: ({ mon, dd, yyyy }) => `${dd} ${mon} ${yyyy}`,
  120: ({ date }) => date,
};

const clocks: Record<number, (parts: Parts) => string> = {
  0: ({ half, meridiem }) => half + meridiem,
  8: ({ clock }) => clock,
  9: ({ half, seconds, fraction, meridiem }) => half + seconds + fraction.replace('.', ':') + meridiem,
  13: ({ clock, fraction }) => clock + fraction.replace('.', ':'),
  121: ({ clock, fraction }) => clock + fraction,
};

const blankPadded = (digits: string): string => (digits.startsWith('0') ? ` ${digits.slice(1)}` : digits);

/** Styles of date and time: which date and which clock they are made of. */
const styles: Record<number, { date: number | null; clock: number | null }> = {
  0: { date: 0, clock: 0 },
  100: { date: 0, clock: 0 },
  8: { date: null, clock: 8 },
  108: { date: null, clock: 8 },
  24: { date: null, clock: 8 },
  9: { date: 0, clock: 9 },
  109: { date: 0, clock: 9 },
  13: { date: 13, clock: 13 },
  113: { date: 13, clock: 13 },
  14: { date: null, clock: 13 },
  114: { date: null, clock: 13 },
  20: { date: 120, clock: 8 },
  120: { date: 120, clock: 8 },
  21: { date: 120, clock: 121 },
  25: { date: 120, clock: 121 },
  23: { date: 120, clock: null },
};

/**
 * The text that CONVERT makes of a stored date, time or both, in a style of the reference; without one, 0 for the old
 * types and 121.
 */
export function formatMoment(stored: string, type: SqlType, to: SqlType, style?: number): string {
  const chosen = style ?? (type.name === 'datetime' || type.name === 'smalldatetime' ? 0 : 121);
  if (chosen === 126 || chosen === 127) return formatIso(stored, type, chosen === 127);
  const text = momentText(stored, type);
  if (chosen === 121) return type.name === 'datetimeoffset' ? withBlanks(text) : text.replace('T', ' ');
  const parts = partsOf(text, type);
  const recipe = styles[chosen] ?? (dates[chosen] === undefined ? null : { date: chosen, clock: null });
  if (recipe === null) throw invalidStyle(chosen, type);
  const pieces: string[] = [];
  if (recipe.date !== null && type.name !== 'time') pieces.push(dates[recipe.date]?.(parts) ?? '');
  if (recipe.clock !== null && type.name !== 'date') pieces.push(clocks[recipe.clock]?.(parts) ?? '');
  if (pieces.length === 0) throw errorConverting(type, to);
  if (type.name === 'datetimeoffset' && recipe.clock !== null) pieces.push(text.slice(-6));
  // Alone, a time of the twelve-hour clock has no blank before it.
  return type.name === 'time' ? pieces.join(' ').trimStart() : pieces.join(' ');
}

/** `2026-11-21 12:34:56.123 +01:00` */
function withBlanks(text: string): string {
  return `${text.slice(0, 10)} ${text.slice(11, -6)} ${text.slice(-6)}`;
}

/** ISO 8601; thousandths that are zero are not shown. With style 127 the moment is in UTC and Z stands behind it. */
function formatIso(stored: string, type: SqlType, utc: boolean): string {
  if (type.name === 'date') return stored;
  const inUtc = utc && type.name === 'datetimeoffset';
  const text = momentText(inUtc ? `${stored.slice(0, 27)}+00:00` : stored, type);
  const zone = type.name === 'datetimeoffset' ? text.slice(-6) : '';
  const local = text.slice(0, text.length - zone.length).replace(/\.0+$/, '');
  return local + (inUtc ? 'Z' : zone);
}

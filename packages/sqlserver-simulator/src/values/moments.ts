import { sqlError } from './errors.ts';
import { familyOf, type SqlType, scaleOf } from './types.ts';

/** Converts the engine's date and time texts to numbers and back. */

/** Days of the proleptic Gregorian calendar from 0001-01-01 to 1900-01-01. */
export const DAYS_TO_1900 = 693_595;
/** Ticks of 100 ns. */
const TICKS_PER_SECOND = 10_000_000;
export const TICKS_PER_MINUTE = 60 * TICKS_PER_SECOND;
const TICKS_PER_DAY = 86_400 * TICKS_PER_SECOND;

const DAY_MILLISECONDS = 86_400_000;
/** Days from 0001-01-01 to 1970-01-01. */
const DAYS_TO_1970 = 719_162;
const DAYS_OF_400_YEARS = 146_097;

type Moment = { readonly days: number; readonly ticks: number };
/** Local time, with the offset in minutes if there is one. */
type MomentParts = Moment & { readonly offset: number | null };

/** `2026-11-21` (and anything after it) as days since 0001-01-01. */
function daysOf(text: string): number {
  // 400 years later, because Date.UTC maps the years 0 to 99 to the twentieth century.
  const year = Number(text.slice(0, 4)) + 400;
  const later = Date.UTC(year, Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10)));
  return later / DAY_MILLISECONDS + DAYS_TO_1970 - DAYS_OF_400_YEARS;
}

function dateText(days: number): string {
  return new Date((days - DAYS_TO_1970) * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** `12:34:56.1234567` as ticks since midnight; the fraction may be shorter or missing. */
function ticksOf(text: string): number {
  const seconds = Number(text.slice(0, 2)) * 3600 + Number(text.slice(3, 5)) * 60 + Number(text.slice(6, 8));
  return seconds * TICKS_PER_SECOND + Number(text.slice(9, 16).padEnd(7, '0'));
}

const two = (value: number): string => String(value).padStart(2, '0');

function timeText(ticks: number, digits: number): string {
  const seconds = Math.floor(ticks / TICKS_PER_SECOND);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => two(Math.floor(part)));
  const fraction = String(ticks % TICKS_PER_SECOND)
    .padStart(7, '0')
    .slice(0, digits);
  return `${clock.join(':')}${digits === 0 ? '' : '.'}${fraction}`;
}

/** Shifts by minutes, across midnight if necessary. */
export function shifted({ days, ticks }: Moment, minutes: number): Moment {
  const moved = ticks + minutes * TICKS_PER_MINUTE;
  const overflow = Math.floor(moved / TICKS_PER_DAY);
  return { days: days + overflow, ticks: moved - overflow * TICKS_PER_DAY };
}

/** `+05:30` */
const minutesOf = (zone: string): number =>
  (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))) * (zone.startsWith('-') ? -1 : 1);

/** A value of a date or time type. */
export function partsOf(text: string, { name }: SqlType): MomentParts {
  if (name === 'time') return { days: DAYS_TO_1900, ticks: ticksOf(text), offset: null };
  const days = daysOf(text);
  if (name !== 'datetimeoffset') return { days, ticks: ticksOf(text.slice(11)), offset: null };
  return { days, ticks: ticksOf(text.slice(11, -6)), offset: minutesOf(text.slice(-6)) };
}

const TEXT =
  /^\s*(?:(\d{4})-?(\d{2})-?(\d{2}))?(?:[T\s]*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.:](\d{1,7}))?)?)?\s*(Z|[+-]\d{2}:\d{2})?\s*$/;

/** A date or time value, or a text in ISO 8601 or `20261121 10:00`. Throws 241 and 242. */
export function momentFrom(text: string, from: SqlType, to: SqlType): MomentParts {
  if (familyOf(from) !== 'text') return partsOf(text, from);
  const [, year, month, day, hour = '', minute = '00', second = '0', fraction = '', zone] =
    TEXT.exec(text) ?? [];
  if (year === undefined && hour === '' && text.trim() !== '') throw unreadable();
  const days = year === undefined ? DAYS_TO_1900 : daysOf(`${year}-${month}-${day}`);
  const isDay = year === undefined || dateText(days) === `${year}-${month}-${day}`;
  if (!isDay || Number(hour) >= 24 || Number(minute) >= 60 || Number(second) >= 60)
    throw to.name === 'datetime' || to.name === 'smalldatetime' ? outOfRange(from, to) : unreadable();
  const ticks = ticksOf(`${hour.padStart(2, '0')}:${minute}:${second.padStart(2, '0')}.${fraction}`);
  return { days, ticks, offset: zone === undefined ? null : zone === 'Z' ? 0 : minutesOf(zone) };
}

const unreadable = () =>
  sqlError(241, 'Conversion failed when converting date and/or time from character string.');

const outOfRange = (from: SqlType, to: SqlType) =>
  sqlError(
    242,
    `The conversion of a ${from.name} data type to a ${to.name} data type resulted in an out-of-range value.`,
    16,
    3,
  );

/** The first day of each older type, and the day after its last. */
const RANGES: Readonly<Record<string, readonly [number, number] | undefined>> = {
  datetime: [daysOf('1753-01-01'), daysOf('9999-12-31') + 1],
  smalldatetime: [DAYS_TO_1900, daysOf('2079-06-07')],
};

/** Rounded to the type, as text. */
export function momentIn({ days, ticks, offset }: MomentParts, from: SqlType, to: SqlType): string {
  if (to.name === 'date') return dateText(days);
  const digits = scaleOf(to);
  const unit = 10 ** (7 - digits);
  let rounded = Math.round(ticks / unit) * unit;
  // In units of 1/300 s, shown in whole milliseconds.
  if (to.name === 'datetime') rounded = Math.round((Math.round((ticks * 3) / 100_000) * 10) / 3) * 10_000;
  if (to.name === 'smalldatetime') rounded = Math.round(ticks / TICKS_PER_MINUTE) * TICKS_PER_MINUTE;
  const clock = timeText(rounded % TICKS_PER_DAY, digits);
  if (to.name === 'time') return clock;
  const day = days + Math.floor(rounded / TICKS_PER_DAY);
  const range = RANGES[to.name];
  if (range !== undefined && (day < range[0] || day >= range[1])) throw outOfRange(from, to);
  const zone = Math.abs(offset ?? 0);
  const sign = (offset ?? 0) < 0 ? '-' : '+';
  const text = `${dateText(day)}T${clock}`;
  return to.name === 'datetimeoffset'
    ? `${text}${sign}${two(Math.floor(zone / 60))}:${two(zone % 60)}`
    : text;
}

/** The instant in UTC, by which values with an offset are compared. */
export function utcText(text: string): string {
  const { offset, ...local } = partsOf(text, { name: 'datetimeoffset' });
  const { days, ticks } = shifted(local, -(offset ?? 0));
  return `${dateText(days)}T${timeText(ticks, 7)}`;
}

/** CONVERT with style 121, the newer types' default. Throws 281 for any other style. */
export function momentStyle(text: string, from: SqlType, style: number): string {
  const isOld = from.name === 'datetime' || from.name === 'smalldatetime';
  if (style !== 121 && (style !== 0 || isOld))
    throw sqlError(
      281,
      `${style} is not a valid style number when converting from ${from.name} to a character string.`,
    );
  return text.replace('T', ' ').replace(/(?=[+-]\d\d:\d\d$)/, ' ');
}

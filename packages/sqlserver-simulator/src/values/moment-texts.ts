import type { SqlType } from '../engine/engine.ts';
import { sqlError } from '../engine/errors.ts';
import {
  DAYS_TO_1900,
  dateText,
  daysOf,
  offsetMomentOf,
  shifted,
  TICKS_PER_DAY,
  TICKS_PER_MINUTE,
  ticksOf,
  timeText,
} from './moments.ts';
import { familyOf, scaleOf } from './types.ts';

/** Local days and ticks, and the offset in minutes where there is one. */
export type MomentParts = { readonly days: number; readonly ticks: number; readonly offset: number | null };

const TEXT =
  /^\s*(?:(\d{4})-?(\d{2})-?(\d{2}))?(?:[T\s]*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.:](\d{1,7}))?)?)?\s*(Z|[+-]\d{2}:\d{2})?\s*$/;

const unreadable = (to: SqlType) =>
  to.name === 'smalldatetime'
    ? sqlError(295, 'Conversion failed when converting character string to smalldatetime data type.', 16, 3)
    : sqlError(241, 'Conversion failed when converting date and/or time from character string.');

export function momentFrom(text: string, from: SqlType, to: SqlType): MomentParts {
  return familyOf(from) === 'text' ? parsed(text, from, to) : partsOf(text, from);
}

/** A value of a moment's type. */
export function partsOf(text: string, { name }: SqlType): MomentParts {
  switch (name) {
    case 'date':
      return { days: daysOf(text), ticks: 0, offset: null };
    case 'time':
      return { days: DAYS_TO_1900, ticks: ticksOf(text), offset: null };
    case 'datetimeoffset': {
      const { local, offsetMinutes } = offsetMomentOf(text);
      return { ...local, offset: offsetMinutes };
    }
    default:
      return { days: daysOf(text), ticks: ticksOf(text.slice(11)), offset: null };
  }
}

/** ISO 8601, and `20261121 10:00`. */
function parsed(text: string, from: SqlType, to: SqlType): MomentParts {
  const [, year, month, day, hour, minute, second = '0', fraction = '', zone] = TEXT.exec(text) ?? [];
  if (year === undefined && hour === undefined && text.trim() !== '') throw unreadable(to);
  const days = year === undefined ? DAYS_TO_1900 : daysOf(`${year}-${month}-${day}`);
  const isDay = year === undefined || dateText(days) === `${year}-${month}-${day}`;
  const isTime = Number(hour ?? 0) < 24 && Number(minute ?? 0) < 60 && Number(second) < 60;
  if (!isDay || !isTime) {
    if (to.name !== 'datetime' && to.name !== 'smalldatetime') throw unreadable(to);
    throw outOfRange(from, to);
  }
  const ticks = ticksOf(
    `${(hour ?? '').padStart(2, '0')}:${minute ?? '00'}:${second.padStart(2, '0')}.${fraction.padEnd(7, '0')}`,
  );
  const offset = zone === undefined || zone === 'Z' ? 0 : minutesOf(zone);
  return { days, ticks, offset: zone === undefined ? null : offset };
}

const minutesOf = (zone: string): number =>
  (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))) * (zone.startsWith('-') ? -1 : 1);

const outOfRange = (from: SqlType, to: SqlType) =>
  sqlError(
    242,
    `The conversion of a ${from.name} data type to a ${to.name} data type resulted in an out-of-range value.`,
    16,
    3,
  );

/** The first day that each of the older types knows, and the one behind its last. */
const RANGES: Readonly<Record<string, readonly [number, number] | undefined>> = {
  datetime: [daysOf('1753-01-01'), daysOf('9999-12-31') + 1],
  smalldatetime: [DAYS_TO_1900, daysOf('2079-06-07')],
};

/** Rounded to what the type holds, as its text. */
export function momentIn({ days, ticks, offset }: MomentParts, from: SqlType, to: SqlType): string {
  const unit = 10 ** (7 - scaleOf(to));
  let rounded = Math.round(ticks / unit) * unit;
  if (to.name === 'datetime') rounded = Math.round((Math.round((ticks * 3) / 100_000) * 10) / 3) * 10_000;
  if (to.name === 'smalldatetime') rounded = Math.round(ticks / TICKS_PER_MINUTE) * TICKS_PER_MINUTE;
  if (to.name === 'date') return dateText(days);
  const digits = scaleOf(to);
  const clock = (value: number): string => timeText(value).slice(0, digits === 0 ? 8 : 9 + digits);
  if (to.name === 'time') return clock(rounded % TICKS_PER_DAY);
  const local = {
    days: days + Math.floor(rounded / TICKS_PER_DAY),
    ticks: rounded % TICKS_PER_DAY,
  };
  const range = RANGES[to.name];
  if (range !== undefined && (local.days < range[0] || local.days >= range[1])) throw outOfRange(from, to);
  const text = `${dateText(local.days)}T${clock(local.ticks)}`;
  return to.name === 'datetimeoffset' ? `${text}${zoneText(offset ?? 0)}` : text;
}

function zoneText(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The same moment wherever it was written: what moments of an offset are compared by. */
export function utcText(text: string): string {
  const { local, offsetMinutes } = offsetMomentOf(text);
  const { days, ticks } = shifted(local, -offsetMinutes);
  return `${dateText(days)}T${timeText(ticks)}`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** As CONVERT writes it. Throws 281 for a style that is not here. */
export function momentStyle(text: string, from: SqlType, style: number): string {
  const isOld = from.name === 'datetime' || from.name === 'smalldatetime';
  const zone = from.name === 'datetimeoffset' ? text.slice(-6) : '';
  const plain = zone === '' ? text : text.slice(0, -6);
  const [date = '', time = ''] = from.name === 'time' ? ['', plain] : plain.split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const join = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');
  switch (style === 0 && !isOld ? 121 : style) {
    case 0:
    case 100: {
      const hour = Number(time.slice(0, 2));
      const clock = `${String(hour % 12 || 12).padStart(2)}:${time.slice(3, 5)}${hour < 12 ? 'AM' : 'PM'}`;
      return `${MONTHS[Number(month) - 1]} ${String(Number(day)).padStart(2)} ${year} ${clock}`;
    }
    case 23:
      return date;
    case 112:
      return `${year}${month}${day}`;
    case 20:
    case 120:
      return join(date, time.slice(0, 8), zone);
    case 21:
    case 25:
    case 121:
      return join(date, from.name === 'smalldatetime' ? `${time}.000` : time, zone);
    case 126:
    case 127:
      return `${date}${date === '' || time === '' ? '' : 'T'}${time.replace(/\.0+$/, '')}${zone}`;
    default:
      throw sqlError(
        281,
        `${style} is not a valid style number when converting from ${from.name} to a character string.`,
      );
  }
}

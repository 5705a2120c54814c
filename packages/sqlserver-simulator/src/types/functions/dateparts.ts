import { SqlServerError, type SqlType } from '../../engine/engine.ts';
import { calendarDate, dayNumber, type Moment, TICKS_PER_MINUTE, TICKS_PER_SECOND } from '../moment.ts';

export type DatePart =
  | 'year'
  | 'quarter'
  | 'month'
  | 'dayofyear'
  | 'day'
  | 'week'
  | 'weekday'
  | 'hour'
  | 'minute'
  | 'second'
  | 'millisecond'
  | 'microsecond'
  | 'nanosecond'
  | 'tzoffset'
  | 'iso_week';

const names = new Map<string, DatePart>(
  Object.entries({
    year: 'year',
    yy: 'year',
    yyyy: 'year',
    quarter: 'quarter',
    qq: 'quarter',
    q: 'quarter',
    month: 'month',
    mm: 'month',
    m: 'month',
    dayofyear: 'dayofyear',
    dy: 'dayofyear',
    y: 'dayofyear',
    day: 'day',
    dd: 'day',
    d: 'day',
    week: 'week',
    wk: 'week',
    ww: 'week',
    weekday: 'weekday',
    dw: 'weekday',
    w: 'weekday',
    hour: 'hour',
    hh: 'hour',
    minute: 'minute',
    mi: 'minute',
    n: 'minute',
    second: 'second',
    ss: 'second',
    s: 'second',
    millisecond: 'millisecond',
    ms: 'millisecond',
    microsecond: 'microsecond',
    mcs: 'microsecond',
    nanosecond: 'nanosecond',
    ns: 'nanosecond',
    tzoffset: 'tzoffset',
    tz: 'tzoffset',
    iso_week: 'iso_week',
    isowk: 'iso_week',
    isoww: 'iso_week',
  }),
);

/** The part that a word or its abbreviation means. Throws 155 for others. */
export function datePart(word: string, functionName: string): DatePart {
  const part = names.get(word.toLowerCase());
  if (part === undefined)
    throw new SqlServerError({
      number: 155,
      class: 15,
      message: `'${word.toLowerCase()}' is not a recognized ${functionName} option.`,
    });
  return part;
}

/** Ticks (100 ns) of the parts of a day. */
export const ticksOfPart: Partial<Record<DatePart, number>> = {
  hour: 60 * TICKS_PER_MINUTE,
  minute: TICKS_PER_MINUTE,
  second: TICKS_PER_SECOND,
  millisecond: 10_000,
  microsecond: 10,
  nanosecond: 0.01,
};

const datePartsOnly: ReadonlySet<DatePart> = new Set([
  'year',
  'quarter',
  'month',
  'dayofyear',
  'day',
  'week',
  'weekday',
  'iso_week',
]);

/** Throws 9810 where the type has no such part: a date no hours, a time no days. */
export function assertPartOf(part: DatePart, word: string, functionName: string, type: SqlType): void {
  const fits =
    part === 'tzoffset'
      ? type.name === 'datetimeoffset' || type.name === 'datetime2'
      : type.name === 'date'
        ? datePartsOnly.has(part)
        : type.name !== 'time' || !datePartsOnly.has(part);
  if (!fits)
    throw new SqlServerError({
      number: 9810,
      message: `The datepart ${word.toLowerCase()} is not supported by date function ${functionName} for data type ${type.name}.`,
    });
}

/** 1 to 7 from Sunday: DATEFIRST is 7 in us_english. */
function weekday(day: number): number {
  // 1970-01-01 was a Thursday.
  return ((((day + 4) % 7) + 7) % 7) + 1;
}

/** Weeks begun since some Sunday. */
export function weekCount(day: number): number {
  return Math.floor((day + 4) / 7);
}

function firstOfYear(year: number): number {
  return dayNumber(year, 1, 1) ?? 0;
}

function isoWeek(day: number): number {
  const thursday = day - ((weekday(day) + 5) % 7) + 3;
  return Math.floor((thursday - firstOfYear(calendarDate(thursday).year)) / 7) + 1;
}

export function partOf(moment: Moment, part: DatePart): number {
  const { year, month, dayOfMonth } = calendarDate(moment.day);
  const seconds = Math.floor(moment.ticks / TICKS_PER_SECOND);
  switch (part) {
    case 'year':
      return year;
    case 'quarter':
      return Math.ceil(month / 3);
    case 'month':
      return month;
    case 'dayofyear':
      return moment.day - firstOfYear(year) + 1;
    case 'day':
      return dayOfMonth;
    case 'week':
      return weekCount(moment.day) - weekCount(firstOfYear(year)) + 1;
    case 'weekday':
      return weekday(moment.day);
    case 'iso_week':
      return isoWeek(moment.day);
    case 'hour':
      return Math.floor(seconds / 3600);
    case 'minute':
      return Math.floor(seconds / 60) % 60;
    case 'second':
      return seconds % 60;
    case 'millisecond':
      return Math.floor((moment.ticks % TICKS_PER_SECOND) / 10_000);
    case 'microsecond':
      return Math.floor((moment.ticks % TICKS_PER_SECOND) / 10);
    case 'nanosecond':
      return (moment.ticks % TICKS_PER_SECOND) * 100;
    case 'tzoffset':
      return moment.offset ?? 0;
  }
}

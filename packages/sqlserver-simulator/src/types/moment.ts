/**
 * A date and a time of day. `ticks` are units of 100 ns since midnight, `offset` minutes east of UTC when there is one;
 * date and ticks are then the local ones.
 */
export type Moment = { readonly day: number; readonly ticks: number; readonly offset: number | null };

export const TICKS_PER_SECOND = 10_000_000;
export const TICKS_PER_MINUTE = 60 * TICKS_PER_SECOND;
export const TICKS_PER_DAY = 86_400 * TICKS_PER_SECOND;

const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 of a date of the Gregorian calendar; null when there is no such date between the years 1 and 9999. */
export function dayNumber(year: number, month: number, dayOfMonth: number): number | null {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || dayOfMonth < 1) return null;
  if (dayOfMonth > daysInMonth(year, month)) return null;
  return utcDays(year, month, dayOfMonth);
}

/** Date.UTC takes years below 100 for those of the 20th century. */
function utcDays(year: number, month: number, dayOfMonth: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  return Math.round(date.getTime() / MS_PER_DAY);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export type CalendarDate = { readonly year: number; readonly month: number; readonly dayOfMonth: number };

export function calendarDate(day: number): CalendarDate {
  const date = new Date(day * MS_PER_DAY);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
  };
}

/** 1753-01-01, where datetime begins. */
export const FIRST_DATETIME_DAY = utcDays(1753, 1, 1);
/** 1900-01-01: day 0 of datetime's numbers. */
export const DAY_1900 = utcDays(1900, 1, 1);
/** 2079-06-06, where smalldatetime ends. */
export const LAST_SMALLDATETIME_DAY = utcDays(2079, 6, 6);
export const FIRST_DAY = utcDays(1, 1, 1);
export const LAST_DAY = utcDays(9999, 12, 31);

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

export function formatDate(day: number): string {
  const { year, month, dayOfMonth } = calendarDate(day);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(dayOfMonth)}`;
}

/** `12:34:56.1234567`, with as many digits of the second as asked for (they are cut, not rounded). */
export function formatTime(ticks: number, digits: number): string {
  const seconds = Math.floor(ticks / TICKS_PER_SECOND);
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (digits === 0) return clock;
  const fraction = String(ticks % TICKS_PER_SECOND)
    .padStart(7, '0')
    .slice(0, digits);
  return `${clock}.${fraction}`;
}

/** `+05:30` */
export function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The date of `2026-11-21…`, as days; the text is one that was stored or came over the wire. */
export function dayOfText(text: string): number {
  return utcDays(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));
}

/** The ticks of `12:34:56.1234567`; the fraction may have any number of digits up to seven. */
export function ticksOfText(text: string): number {
  const seconds =
    Number(text.slice(0, 2)) * 3600 + Number(text.slice(3, 5)) * 60 + Number(text.slice(6, 8) || '0');
  return seconds * TICKS_PER_SECOND + Number(text.slice(9, 16).padEnd(7, '0'));
}

/** Minutes of `+05:30`. */
export function offsetOfText(text: string): number {
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4, 6));
  return text.startsWith('-') ? -minutes : minutes;
}

/** Moves by whole ticks, over midnight too. */
export function addTicks(moment: Moment, ticks: number): Moment {
  const total = moment.ticks + ticks;
  const days = Math.floor(total / TICKS_PER_DAY);
  return { day: moment.day + days, ticks: total - days * TICKS_PER_DAY, offset: moment.offset };
}

/** Rounds half up to so many digits of the second; midnight may be passed. */
export function roundTicks(moment: Moment, digits: number): Moment {
  if (digits >= 7) return moment;
  const unit = 10 ** (7 - digits);
  return addTicks({ ...moment, ticks: 0 }, Math.round(moment.ticks / unit) * unit);
}

/** To the three-hundredths of a second that datetime counts in. */
export function roundToDatetime(moment: Moment): Moment {
  const count = Math.round((moment.ticks * 300) / TICKS_PER_SECOND);
  return addTicks({ ...moment, ticks: 0 }, Math.round((count * TICKS_PER_SECOND) / 300));
}

/** To the minute, as smalldatetime: 29.998 seconds go down, 29.999 up. */
export function roundToMinute(moment: Moment): Moment {
  const counted = roundToDatetime(moment);
  return addTicks({ ...counted, ticks: 0 }, Math.round(counted.ticks / TICKS_PER_MINUTE) * TICKS_PER_MINUTE);
}

/** The same instant, seen at another offset. */
export function atOffset(moment: Moment, offset: number): Moment {
  return { ...addTicks(moment, (offset - (moment.offset ?? 0)) * TICKS_PER_MINUTE), offset };
}

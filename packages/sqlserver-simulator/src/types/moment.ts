/**
 * A date and a time of day. `ticks` are units of 100 ns since midnight, `offset` minutes east of UTC when there is one;
 * date and ticks are then the local ones.
 */
export type Moment = { readonly day: number; readonly ticks: number; readonly offset: number | null };

export const TICKS_PER_SECOND = 10_000_000;
export const TICKS_PER_MINUTE = 60 * TICKS_PER_SECOND;
export const TICKS_PER_DAY = 86_400 * TICKS_PER_SECOND;

/** Days since 1970-01-01 of a date of the Gregorian calendar; null when there is no such date between the years 1 and 9999. */
export function dayNumber(year: number, month: number, dayOfMonth: number): number | null {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || dayOfMonth < 1) return null;
  if (dayOfMonth > daysInMonth(year, month)) return null;
  return utcDays(year, month, dayOfMonth);
}

/** Days of 400 years, and those from 0000-03-01, where the count below begins, to 1970-01-01. */
const DAYS_PER_ERA = 146_097;
const DAYS_BEFORE_1970 = 719_468;

/** Counted in years that begin in March, so that a leap day is the last of its year. */
function utcDays(year: number, month: number, dayOfMonth: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + dayOfMonth - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * DAYS_PER_ERA + yearOfEra * 365 + leapDays + dayOfYear - DAYS_BEFORE_1970;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export type CalendarDate = { readonly year: number; readonly month: number; readonly dayOfMonth: number };

export function calendarDate(day: number): CalendarDate {
  const count = day + DAYS_BEFORE_1970;
  const era = Math.floor(count / DAYS_PER_ERA);
  const dayOfEra = count - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / (DAYS_PER_ERA - 1))) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
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

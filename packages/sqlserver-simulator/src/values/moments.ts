/** Dates and times of the engine's texts as the numbers on the wire, and back. */

/** Days of the proleptic Gregorian calendar from 0001-01-01 to 1900-01-01. */
export const DAYS_TO_1900 = 693_595;

/** Ticks of 100 ns. */
export const TICKS_PER_SECOND = 10_000_000;
export const TICKS_PER_MINUTE = 60 * TICKS_PER_SECOND;
export const TICKS_PER_DAY = 86_400 * TICKS_PER_SECOND;

const DAY_MILLISECONDS = 86_400_000;
/** Days from 0001-01-01 to 1970-01-01. */
const DAYS_TO_1970 = 719_162;
const DAYS_OF_400_YEARS = 146_097;

/** `2026-11-21` (and whatever follows it) as days since 0001-01-01. */
export function daysOf(text: string): number {
  // 400 years on, where Date.UTC does not take the years 0 to 99 for those of the twentieth century.
  const year = Number(text.slice(0, 4)) + 400;
  const later = Date.UTC(year, Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10)));
  return later / DAY_MILLISECONDS + DAYS_TO_1970 - DAYS_OF_400_YEARS;
}

export function dateText(days: number): string {
  return new Date((days - DAYS_TO_1970) * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** `12:34:56.1234567` as ticks since midnight; the fraction may be shorter or missing. */
export function ticksOf(text: string): number {
  const seconds = Number(text.slice(0, 2)) * 3600 + Number(text.slice(3, 5)) * 60 + Number(text.slice(6, 8));
  return seconds * TICKS_PER_SECOND + Number(text.slice(9, 16).padEnd(7, '0'));
}

/** Always seven digits. */
export function timeText(ticks: number): string {
  const seconds = Math.floor(ticks / TICKS_PER_SECOND);
  const two = (value: number): string => String(value).padStart(2, '0');
  const fraction = String(ticks % TICKS_PER_SECOND).padStart(7, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${fraction}`;
}

export type Moment = { readonly days: number; readonly ticks: number };

/** `2026-11-21T12:34:56.1234567` */
export function momentOf(text: string): Moment {
  return { days: daysOf(text), ticks: ticksOf(text.slice(11)) };
}

export function momentText({ days, ticks }: Moment): string {
  return `${dateText(days)}T${timeText(ticks)}`;
}

/** Moves by minutes, over midnight where need be. */
export function shifted({ days, ticks }: Moment, minutes: number): Moment {
  const moved = ticks + minutes * TICKS_PER_MINUTE;
  const overflow = Math.floor(moved / TICKS_PER_DAY);
  return { days: days + overflow, ticks: moved - overflow * TICKS_PER_DAY };
}

/** `2026-11-21T12:34:56.1234567+01:00`: local time and its offset. */
export function offsetMomentOf(text: string): { local: Moment; offsetMinutes: number } {
  const offset = text.slice(-6);
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return { local: momentOf(text.slice(0, -6)), offsetMinutes: offset.startsWith('-') ? -minutes : minutes };
}

export function offsetMomentText(local: Moment, offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  const sign = offsetMinutes < 0 ? '-' : '+';
  return `${momentText(local)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

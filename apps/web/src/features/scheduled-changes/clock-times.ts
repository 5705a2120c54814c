import { zoneDayKey, zoneMinutes } from '../scheduled-syncs/schedule-times.ts';

const DAY_MS = 86_400_000;
const FRIDAY = 5;

/** Local times as in datetime fields; `ends` is empty if values stay. */
export type ClockTimes = { starts: string; ends: string; timezone: string };

/** "2026-11-27T00:00", in a timezone's local time. */
export function clockTimeOf(moment: string | number, timezone: string): string {
  const at = new Date(moment).getTime();
  const minutes = zoneMinutes(at, timezone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${zoneDayKey(at, timezone)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Midnight, a number of days after a day. */
const midnight = (dayKey: string, days: number) =>
  `${new Date(Date.parse(`${dayKey}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)}T00:00`;

/** Friday 00:00 to Sunday 24:00; during these days from the next midnight or, on a Sunday, next week's. */
export function thisWeekend(now: number, timezone: string): ClockTimes {
  const today = zoneDayKey(now, timezone);
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  const untilFriday = (FRIDAY - weekday + 7) % 7;
  const monday = weekday === 6 ? 2 : untilFriday === 0 ? 3 : untilFriday + 3;
  const first = weekday === 6 || weekday === FRIDAY ? 1 : untilFriday;
  return { starts: midnight(today, first), ends: midnight(today, monday), timezone };
}

export const tonight = (now: number, timezone: string): ClockTimes => ({
  starts: midnight(zoneDayKey(now, timezone), 1),
  ends: '',
  timezone,
});

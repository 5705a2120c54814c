import type { GuardRailRule } from '@storefleet/contract/edits/guard-rails';
import { wallClock } from '../../platform/time/calendar-day.ts';

type QuietHours = Extract<GuardRailRule, { kind: 'quiet_hours' }>;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const DAYS = 7;
/** Monday is 0; in JavaScript, Sunday is. */
const SUNDAY = 6;

/** Whether a moment is within the hours, in local time of their timezone. */
export function isQuiet({ days, from, to, timezone }: QuietHours, now: Date): boolean {
  const shown = wallClock(timezone)(now.getTime());
  const weekday = (new Date(shown).getUTCDay() + SUNDAY) % DAYS;
  const minute = Math.floor(shown / MINUTE_MS) % DAY_MINUTES;
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  if (begin < end) return days.includes(weekday) && minute >= begin && minute < end;
  const yesterday = (weekday + SUNDAY) % DAYS;
  return (days.includes(weekday) && minute >= begin) || (days.includes(yesterday) && minute < end);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

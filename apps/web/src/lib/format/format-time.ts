const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 24-hour clock, like schedule descriptions. */
const hourCycle = 'h23';
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long', hourCycle });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle });

/** The exact local time with its zone. */
export function formatDateTime(value: string): string {
  return exact.format(new Date(value));
}

export function formatDay(value: string): string {
  return day.format(new Date(value));
}

/** "Nov 21, 2026, 14:05" */
export function formatMoment(value: string): string {
  return moment.format(new Date(value));
}

/** "14:05:09" */
export function formatClock(value: string): string {
  return clock.format(new Date(value));
}

/** Relative for the recent past, date and time for anything older than a week or in the future. */
export function formatRelativeTime(value: string, now: number): string {
  const age = now - Date.parse(value);
  if (age < -MINUTE || age > 7 * DAY) return formatMoment(value);
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  const days = Math.floor(age / DAY);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

/** For an estimate: less than a minute, about 3 min, about 2 h 20 min. */
export function formatEstimate(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'less than a minute';
  const minutes = Math.round(milliseconds / MINUTE);
  if (minutes < 60) return `about ${minutes} min`;
  return `about ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Under 1 s, 42 s, 3 min 20 s, 1 h 05 min. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 1) return 'under 1 s';
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

import { messages } from '@storefleet/contract/messages';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** IANA name of the browser's timezone. */
export function ownTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const formats = new Map<string, Intl.DateTimeFormat | null>();

/** Browsers may know fewer timezones than the server: null for an unknown one. */
function formatOf(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  locale = 'en',
): Intl.DateTimeFormat | null {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    } catch {
      format = null;
    }
    formats.set(key, format);
  }
  return format;
}

function textOf(value: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const format = formatOf(timeZone, options) ?? formatOf('UTC', { ...options, timeZoneName: 'short' });
  return format?.format(new Date(value)) ?? value;
}

/** "Tue, Nov 24, 2026" */
export function formatZoneDay(value: string, timeZone: string): string {
  return textOf(value, timeZone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

/** "02:00" */
export function formatZoneTime(value: string, timeZone: string): string {
  return textOf(value, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** "Tue, Nov 24, 02:00", with the year unless it is the current one. */
export function formatZoneMoment(value: string, timeZone: string, now: number): string {
  const isThisYear =
    zoneDayKey(Date.parse(value), timeZone).slice(0, 4) === zoneDayKey(now, timeZone).slice(0, 4);
  const day = isThisYear
    ? textOf(value, timeZone, { weekday: 'short', day: 'numeric', month: 'short' })
    : formatZoneDay(value, timeZone);
  return `${day}, ${formatZoneTime(value, timeZone)}`;
}

/** UTC offset of a timezone at an instant: "UTC+05:30", "UTC"; empty if unknown to the browser. */
export function zoneOffset(timeZone: string, at: number): string {
  const name = formatOf(timeZone, { timeZoneName: 'longOffset' })
    ?.formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return name?.replace(/^GMT(\+00:00)?/, 'UTC') ?? '';
}

/** Words for the time until an instant: "in 3 h", "in 2 days"; null if passed. */
export function formatTimeUntil(value: string, now: number): string | null {
  const left = Date.parse(value) - now;
  if (left < 0) return null;
  if (left < MINUTE) return 'in less than a minute';
  if (left < HOUR) return `in ${Math.floor(left / MINUTE)} min`;
  if (left < DAY) {
    const hours = Math.floor(left / HOUR);
    const minutes = Math.floor((left % HOUR) / MINUTE);
    return hours < 3 && minutes > 0 ? `in ${hours} h ${minutes} min` : `in ${hours} h`;
  }
  const days = Math.floor(left / DAY);
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}

const DAY_KEY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** Calendar day of an instant in a timezone: "2026-11-24". */
export function zoneDayKey(at: number, timeZone: string): string {
  // The Swedish locale formats days as ISO 8601.
  const format = formatOf(timeZone, DAY_KEY, 'sv') ?? formatOf('UTC', DAY_KEY, 'sv');
  return format?.format(at) ?? '';
}

/** Minutes since midnight in a timezone. */
export function zoneMinutes(at: number, timeZone: string): number {
  const [hours = 0, minutes = 0] = formatZoneTime(new Date(at).toISOString(), timeZone)
    .split(':')
    .map((part) => Number.parseInt(part, 10));
  return hours * 60 + minutes;
}

/** A schedule's next run in a few words, in the browser's timezone. */
export function describeNextRun(at: string | null, now: number): string {
  if (at === null) return messages.scheduledSyncs.notScheduled;
  const zone = ownTimezone();
  const words = formatTimeUntil(at, now) ?? messages.scheduledSyncs.overdue;
  return `${words} (${formatZoneMoment(at, zone, now)})`;
}

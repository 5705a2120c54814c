const formats = new Map<string, Intl.DateTimeFormat>();

/** "Fri, Nov 27, 2026, 00:00" in a timezone. */
export function clockWords(moment: string | Date, timezone: string): string {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone: timezone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(timezone, format);
  }
  return format.format(new Date(moment));
}

/** The same for an end: midnight is the end of the previous day, "Sun, Nov 29, 2026, 24:00". */
export function endWords(moment: string | Date, timezone: string): string {
  const words = clockWords(moment, timezone);
  if (!words.endsWith(', 00:00')) return words;
  const before = clockWords(new Date(new Date(moment).getTime() - 60_000), timezone);
  return before.replace(/\d\d:\d\d$/, '24:00');
}

/** "Europe/Berlin", "America/New York" */
export const timezoneWords = (timezone: string): string => timezone.replaceAll('_', ' ');

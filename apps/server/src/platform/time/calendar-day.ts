import { invalidField } from '../http/problem.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** From the first moment of a day to the first moment that is not in it any more; null for an open end. */
export type Period = { readonly from: Date | null; readonly before: Date | null };

/** The moments between two calendar days, both inclusive, as they are lived in a time zone (left out: UTC). */
export function periodOfDays({
  start_date,
  end_date,
  timezone = 'UTC',
}: {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly timezone?: string | undefined;
}): Period {
  const clockOf = wallClock(timezone);
  return {
    from: start_date ? startOfDay(midnightInUtc(start_date), clockOf) : null,
    before: end_date ? startOfDay(midnightInUtc(end_date) + DAY_MS, clockOf) : null,
  };
}

/** A calendar day, `YYYY-MM-DD`, from its first moment to the first moment of the next day. */
export type CalendarDay = { readonly date: string; readonly from: Date; readonly before: Date };

/** The last `count` days of a time zone up to the one that is lived there now, oldest first. */
export function lastDays(count: number, timezone: string, now: Date): CalendarDay[] {
  const clockOf = wallClock(timezone);
  const today = midnightInUtc(dateOf(clockOf(now.getTime())));
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * DAY_MS;
    return {
      date: dateOf(midnight),
      from: startOfDay(midnight, clockOf),
      before: startOfDay(midnight + DAY_MS, clockOf),
    };
  });
}

/** What the clocks of a zone show at a moment, written as if it were UTC; both in milliseconds. */
type WallClock = (moment: number) => number;

function wallClock(timezone: string): WallClock {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    throw invalidField(
      'timezone',
      `There is no time zone ${timezone}. Use a name such as Europe/Berlin or UTC.`,
    );
  }
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
    const shown = new Date(0);
    shown.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
    shown.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
    return shown.getTime();
  };
}

/**
 * The first moment of a day. Where the clocks go back over midnight it is the first of the two midnights that belongs to
 * the day; where they skip midnight it is the moment of the change.
 */
function startOfDay(midnight: number, clockOf: WallClock): Date {
  const offsetAt = (moment: number) => clockOf(moment) - moment;
  const byOffsetBefore = midnight - offsetAt(midnight - DAY_MS);
  const byOffsetAfter = midnight - offsetAt(midnight + DAY_MS);
  const first = [byOffsetBefore, byOffsetAfter]
    .sort((a, b) => a - b)
    .find((moment) => clockOf(moment) === midnight);
  return new Date(first ?? byOffsetBefore);
}

function dateOf(shown: number): string {
  return new Date(shown).toISOString().slice(0, 10);
}

function midnightInUtc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

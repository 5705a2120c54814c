import { invalidField } from '../http/problem.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** From the first moment of a day to the first moment after it; null for an open end. */
export type Period = { readonly from: Date | null; readonly before: Date | null };

/**
 * The period between two days or moments, both inclusive. Days, and times without an offset, are local to a
 * time zone (default: UTC).
 */
export function periodOf({
  start_date,
  end_date,
  timezone = 'UTC',
}: {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly timezone?: string | undefined;
}): Period {
  const clockOf = wallClock(timezone);
  const momentOf = (text: string, later = 0) =>
    hasOffset(text) ? new Date(Date.parse(text) + later) : firstMoment(shownAt(text) + later, clockOf);
  const from = start_date ? momentOf(start_date) : null;
  // A day ends where the next begins; a moment lasts a millisecond.
  const before = end_date ? momentOf(end_date, isDay(end_date) ? DAY_MS : 1) : null;
  if (from && before && from >= before) {
    throw invalidField('end_date', 'The end date must not be before the start date.');
  }
  return { from, before };
}

const isDay = (text: string) => !text.includes('T');
const hasOffset = (text: string) => /T.*(Z|[+-]\d\d:?\d\d)$/.test(text);

/** A calendar day, `YYYY-MM-DD`, from its first moment to the first moment of the next day. */
export type CalendarDay = { readonly date: string; readonly from: Date; readonly before: Date };

/** The last `count` days of a time zone up to its current one, oldest first. */
export function lastDays(count: number, timezone: string, now: Date): CalendarDay[] {
  const clockOf = wallClock(timezone);
  const today = shownAt(dateOf(clockOf(now.getTime())));
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * DAY_MS;
    return {
      date: dateOf(midnight),
      from: firstMoment(midnight, clockOf),
      before: firstMoment(midnight + DAY_MS, clockOf),
    };
  });
}

/** Local time of a zone at a moment, as if it were UTC; both in milliseconds. */
type WallClock = (moment: number) => number;

export function wallClock(timezone: string): WallClock {
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
    // The parts have no milliseconds.
    return shown.getTime() + (moment - Math.floor(moment / 1_000) * 1_000);
  };
}

/**
 * The first moment with this local time. Where clocks go back over midnight: the first of the two midnights
 * that belongs to the day. Where they skip this time: the moment of the change.
 */
function firstMoment(shown: number, clockOf: WallClock): Date {
  const offsetAt = (moment: number) => clockOf(moment) - moment;
  const byOffsetBefore = shown - offsetAt(shown - DAY_MS);
  const byOffsetAfter = shown - offsetAt(shown + DAY_MS);
  const first = [byOffsetBefore, byOffsetAfter]
    .sort((a, b) => a - b)
    .find((moment) => clockOf(moment) === shown);
  return new Date(first ?? changeBetween(byOffsetAfter, byOffsetBefore, shown, clockOf));
}

/** The first moment at which the clocks are past the skipped time. */
function changeBetween(before: number, after: number, skipped: number, clockOf: WallClock): number {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (clockOf(middle) < skipped) low = middle;
    else high = middle;
  }
  return high;
}

function dateOf(shown: number): string {
  return new Date(shown).toISOString().slice(0, 10);
}

/** A day or a time without an offset, as if it were UTC. */
function shownAt(text: string): number {
  return Date.parse(isDay(text) ? `${text}T00:00:00Z` : `${text}Z`);
}

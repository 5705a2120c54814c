import { stretchAt } from './timezones.ts';

const DAY_MS = 86_400_000;

/**
 * The first moment with this local time in a timezone (`2026-11-27T00:00`; 24:00 is the end of the day); if
 * the clocks skip it, the moment of the change.
 */
export function momentOf(clockTime: string, timezone: string): Date {
  const shown = shownAt(clockTime);
  // No clock is further from UTC than that, and its previous change cannot yet show the time.
  let stretch = stretchAt(timezone, shown - 2 * DAY_MS);
  for (;;) {
    const moment = Math.max(stretch.start, shown - stretch.offset);
    if (moment < stretch.end) return new Date(moment);
    stretch = stretchAt(timezone, stretch.end);
  }
}

/** Whether the clocks of a timezone never show this time. */
export function isSkipped(clockTime: string, timezone: string): boolean {
  const moment = momentOf(clockTime, timezone).getTime();
  return moment + stretchAt(timezone, moment).offset !== shownAt(clockTime);
}

/** The local time as if it were UTC. */
function shownAt(clockTime: string): number {
  const [day = '', time = ''] = clockTime.split('T');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * 60_000;
}

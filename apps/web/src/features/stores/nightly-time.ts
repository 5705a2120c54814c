import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { zoneMinutes } from '../scheduled-syncs/schedule-times.ts';

/** Minutes of the day: every five minutes from 02:00 to 05:00. */
const TIMES = Array.from({ length: 36 }, (_, index) => 120 + 5 * index);
/** Sufficient minutes between the starts of two runs. */
const FAR_ENOUGH = 15;
const DAY = 24 * 60;

/** A time at night when no other schedule starts, or the one farthest from all others. */
export function freeNightTime(
  schedules: readonly Pick<ScheduledSync, 'next_run_at'>[],
  timeZone: string,
): { hour: number; minute: number } {
  const taken = schedules.flatMap(({ next_run_at: at }) =>
    at === null ? [] : [zoneMinutes(Date.parse(at), timeZone)],
  );
  const room = (time: number) =>
    Math.min(
      FAR_ENOUGH,
      ...taken.map((other) => {
        const apart = Math.abs(time - other);
        return Math.min(apart, DAY - apart);
      }),
    );
  const best = TIMES.reduce((found, time) => (room(time) > room(found) ? time : found));
  return { hour: Math.floor(best / 60), minute: best % 60 };
}

import { UPCOMING_RUNS_DAYS } from '@storefleet/contract/syncs/schedule-constants';
import type { UpcomingRuns } from '@storefleet/contract/syncs/scheduled-syncs';
import { zoneDayKey, zoneMinutes } from './schedule-times.ts';

export type ComingRun = UpcomingRuns['runs'][number];

/**
 * Runs of one store that start this close together overlap: the later one is skipped while the earlier one
 * still runs. In milliseconds.
 */
export const CLASH_WITHIN = 15 * 60_000;
/** A schedule with more runs per day than this is collapsed into one line. */
const SERIES_FROM = 5;
const DAY = 86_400_000;
const MINUTES_PER_DAY = 24 * 60;
/** Less than a mark's width: one running every minute would otherwise have a thousand marks a day. */
const MINUTES_PER_MARK = 10;

/** A line of a day: runs due in the same minute, or a schedule's many runs from `at` to `last`. */
export type Slot = {
  at: string;
  last: string | null;
  count: number;
  runs: readonly { run: ComingRun; clashes: boolean }[];
};

export type CalendarDay = {
  /** "2026-11-24" */
  key: string;
  count: number;
  slots: readonly Slot[];
  /** Positions of runs within the day, from 0 to 1, without duplicates. */
  marks: readonly { at: number; clashes: boolean }[];
};

type Clash = { storeId: string; storeName: string; names: readonly string[] };

/** Runs of today and the next six days in a timezone. `runs` are sorted soonest first. */
export function weekOf(runs: readonly ComingRun[], now: number, timeZone: string): CalendarDay[] {
  const clashing = clashingRuns(runs);
  // An overdue run starts any moment.
  const byDay = Map.groupBy(runs, ({ due_at: due }) => zoneDayKey(Math.max(now, Date.parse(due)), timeZone));
  return dayKeysFrom(zoneDayKey(now, timeZone)).map((key) =>
    dayOf(key, byDay.get(key) ?? [], clashing, timeZone),
  );
}

/** Keys of a day and the following ones. */
function dayKeysFrom(first: string): string[] {
  const start = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: UPCOMING_RUNS_DAYS }, (_, index) =>
    new Date(start + index * DAY).toISOString().slice(0, 10),
  );
}

function dayOf(
  key: string,
  runs: readonly ComingRun[],
  clashing: ReadonlySet<ComingRun>,
  timeZone: string,
): CalendarDay {
  const bySchedule = Map.groupBy(runs, ({ scheduled_sync_id: id }) => id);
  const isSeries = (run: ComingRun) => (bySchedule.get(run.scheduled_sync_id)?.length ?? 0) >= SERIES_FROM;
  const byTime = Map.groupBy(
    runs.filter((run) => !isSeries(run)),
    ({ due_at: due }) => due,
  );
  const series = [...bySchedule.values()].flatMap((all): Slot[] => {
    const [run] = all;
    if (!run || !isSeries(run)) return [];
    const clashes = all.some((one) => clashing.has(one));
    return [
      { at: run.due_at, last: all.at(-1)?.due_at ?? null, count: all.length, runs: [{ run, clashes }] },
    ];
  });
  const slots = [...byTime].map(
    ([at, due]): Slot => ({
      at,
      last: null,
      count: due.length,
      runs: due.map((run) => ({ run, clashes: clashing.has(run) })),
    }),
  );
  return {
    key,
    count: runs.length,
    slots: [...series, ...slots],
    marks: marksOf(runs, clashing, timeZone),
  };
}

function marksOf(
  runs: readonly ComingRun[],
  clashing: ReadonlySet<ComingRun>,
  timeZone: string,
): CalendarDay['marks'] {
  const byPlace = Map.groupBy(runs, ({ due_at: due }) =>
    Math.floor(zoneMinutes(Date.parse(due), timeZone) / MINUTES_PER_MARK),
  );
  return [...byPlace].map(([place, due]) => ({
    at: (place * MINUTES_PER_MARK) / MINUTES_PER_DAY,
    clashes: due.some((run) => clashing.has(run)),
  }));
}

/** Runs that start shortly before or after one of another schedule of the same store. */
function clashingRuns(runs: readonly ComingRun[]): Set<ComingRun> {
  const clashing = new Set<ComingRun>();
  for (const ofStore of Map.groupBy(runs, ({ store_id: id }) => id).values()) {
    for (const [index, run] of ofStore.entries()) {
      const latest = Date.parse(run.due_at) + CLASH_WITHIN;
      for (let place = index + 1; place < ofStore.length; place += 1) {
        const next = ofStore[place];
        if (!next || Date.parse(next.due_at) >= latest) break;
        if (next.scheduled_sync_id === run.scheduled_sync_id) continue;
        clashing.add(run).add(next);
      }
    }
  }
  return clashing;
}

/** Stores with overlapping schedules, and the names of those schedules. */
export function clashesOf(runs: readonly ComingRun[]): Clash[] {
  const byStore = Map.groupBy(clashingRuns(runs), ({ store_id: id }) => id);
  return [...byStore].map(([storeId, clashing]) => {
    const names = new Map(clashing.map((run) => [run.scheduled_sync_id, run.name]));
    return { storeId, storeName: clashing[0]?.store_name ?? '', names: [...names.values()].sort() };
  });
}

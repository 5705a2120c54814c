import type { ScheduleTiming } from '@storefleet/contract/syncs/scheduled-syncs';
import { Cron } from 'croner';
import { normaliseCron } from './cron-expression.ts';
import { type Stretch, stretchAt } from './timezones.ts';

/**
 * When schedules are due. A schedule names times on the clocks of its timezone; croner finds those times on
 * clocks that never change, and this file says which instants they are:
 *
 * - times in the hour that the clocks skip are due once, at the moment of the change;
 * - times in the hour that the clocks repeat are due once, the first time;
 * - a cron expression for every hour (`*`) is not tied to an hour: it runs every real hour, through both changes.
 */

export type Recurrence = {
  readonly timezone: string;
  readonly everyHour: boolean;
  /** The next local time after a given one, on clocks that never change; null if there is none. */
  readonly nextClockTime: (after: number) => number | null;
};

/** No timezone has gone so long without a change that a schedule could need more attempts. */
const MAX_STRETCHES = 200;

/** Throws a CronError. */
export function recurrenceOf(timing: ScheduleTiming): Recurrence {
  const patterns = patternsOf(timing);
  const crons = patterns.map((pattern) => new Cron(pattern, { utcOffset: 0, mode: '5-part', paused: true }));
  return {
    timezone: timing.timezone,
    everyHour: patterns.every((pattern) => pattern.split(' ')[1] === '*'),
    nextClockTime(after) {
      const times = crons.map((cron) => cron.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY);
      const next = Math.min(...times);
      return Number.isFinite(next) ? next : null;
    },
  };
}

/** A schedule's first due time after an instant; null if it is never due again. */
export function nextRun(recurrence: Recurrence, after: Date): Date | null {
  let stretch = stretchAt(recurrence.timezone, after.getTime());
  let clockTime = recurrence.nextClockTime(
    Math.max(after.getTime() + stretch.offset, firstClockTime(recurrence, stretch) - 1),
  );
  for (let tried = 0; tried < MAX_STRETCHES && clockTime !== null; tried++) {
    if (clockTime - stretch.offset < stretch.end) return new Date(clockTime - stretch.offset);
    stretch = stretchAt(recurrence.timezone, stretch.end);
    if (isDueInSkippedHour(recurrence, stretch)) return new Date(stretch.start);
    clockTime = recurrence.nextClockTime(firstClockTime(recurrence, stretch) - 1);
  }
  return null;
}

/** The first local time of a period that did not occur before the change. */
function firstClockTime({ everyHour }: Recurrence, { start, offset, previousOffset }: Stretch): number {
  return start + (everyHour ? offset : Math.max(offset, previousOffset));
}

function isDueInSkippedHour(recurrence: Recurrence, { start, offset, previousOffset }: Stretch): boolean {
  if (recurrence.everyHour) return false;
  const skipped = recurrence.nextClockTime(start + previousOffset - 1);
  return skipped !== null && skipped < start + offset;
}

/** Up to `count` runs after an instant. */
export function nextRuns(recurrence: Recurrence, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  for (let run = nextRun(recurrence, after); run && runs.length < count; run = nextRun(recurrence, run)) {
    runs.push(run);
  }
  return runs;
}

/** Cron patterns that make up the schedule; the earliest one due counts. */
function patternsOf({ schedule_type, schedule_config: config }: ScheduleTiming): string[] {
  switch (schedule_type) {
    case 'daily':
      return [`${config.minute} ${config.hour} * * *`];
    case 'weekly':
      return [`${config.minute} ${config.hour} * * ${config.days.map((day) => (day + 1) % 7).join(',')}`];
    case 'monthly':
      return monthlyPatterns(config.day_of_month, `${config.minute} ${config.hour}`);
    case 'cron':
      return [normaliseCron(config.cron)];
  }
}

/** A day that a month lacks becomes its last one. */
function monthlyPatterns(day: number, time: string): string[] {
  if (day <= 28) return [`${time} ${day} * *`];
  if (day === 31) return [`${time} L * *`];
  return [`${time} ${day} 1,3-12 *`, `${time} L 2 *`];
}

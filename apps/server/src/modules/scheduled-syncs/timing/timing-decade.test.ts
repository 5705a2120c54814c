import type { ScheduleTiming } from '@storefleet/contract/syncs/scheduled-syncs';
import { CronExpressionParser } from 'cron-parser';
import { describe, expect, it } from 'vitest';
import { nextRun, recurrenceOf } from './timing.ts';

/**
 * Ten years in sixteen timezones: every run of a daily schedule against the calendar according to Intl; half of
 * them for cron expressions against cron-parser, an independent but slow library; and the hours around every clock
 * change, where libraries differ, minute by minute against our own rules.
 */

const ZONES = [
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Nuuk',
  'Europe/Berlin',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Chatham',
];
const FROM = Date.UTC(2024, 0, 1, 12);
const HALF = Date.UTC(2029, 0, 1, 12);
const TO = Date.UTC(2034, 0, 1, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function cron(timezone: string, expression: string): ScheduleTiming {
  return { schedule_type: 'cron', timezone, schedule_config: { cron: expression } };
}

function ours(timing: ScheduleTiming, from: number, to: number): number[] {
  const recurrence = recurrenceOf(timing);
  const runs: number[] = [];
  for (let at = nextRun(recurrence, new Date(from)); at && at.getTime() <= to; at = nextRun(recurrence, at)) {
    runs.push(at.getTime());
  }
  return runs;
}

function theirs(timezone: string, expression: string, from: number, to: number): number[] {
  const parsed = CronExpressionParser.parse(expression, { tz: timezone, currentDate: new Date(from) });
  const runs: number[] = [];
  for (let at = parsed.next().getTime(); at <= to; at = parsed.next().getTime()) runs.push(at);
  return runs;
}

/** Local time in a timezone: "2026-11-24 02:30". */
function clockOf(timezone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (at) => format.format(at);
}

/** The moments at which a timezone's clocks change, found in half-hour steps. */
function changesOf(timezone: string): number[] {
  const clock = clockOf(timezone);
  const ahead = (at: number) => asUtc(clock(at)) - at;
  const changes: number[] = [];
  for (let day = FROM; day < TO; day += DAY_MS) {
    if (ahead(day) === ahead(day + DAY_MS)) continue;
    let at = day;
    while (ahead(at + HOUR_MS / 2) === ahead(at)) at += HOUR_MS / 2;
    changes.push(at + HOUR_MS / 2);
  }
  return changes;
}

function asUtc(shown: string): number {
  return Date.parse(`${shown.replace(' ', 'T')}Z`);
}

/** The minutes of the day at which a daily expression is due. */
type TimesOfDay = {
  readonly expression: string;
  readonly everyHour: boolean;
  readonly times: ReadonlySet<number>;
};

function timesOfDay(expression: string, hours: readonly number[], minutes: readonly number[]): TimesOfDay {
  const times = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
  return { expression, everyHour: hours.length === 24, times: new Set(times) };
}

const EVERY_HOUR = Array.from({ length: 24 }, (_, hour) => hour);
const AROUND_CHANGES = [
  timesOfDay('30 2 * * *', [2], [30]),
  timesOfDay('15 0 * * *', [0], [15]),
  timesOfDay('*/20 0-3 * * *', [0, 1, 2, 3], [0, 20, 40]),
  timesOfDay('10 */2 * * *', [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22], [10]),
  timesOfDay('45 23 * * *', [23], [45]),
  timesOfDay('30 * * * *', EVERY_HOUR, [30]),
];

/** Our rules, minute by minute: a repeated local time is already past, a skipped one is due at once. */
function asDecided(
  { everyHour, times }: TimesOfDay,
  shown: readonly { at: number; clock: number }[],
): number[] {
  const isDue = (clock: number) => times.has((clock % DAY_MS) / MINUTE_MS);
  const runs: number[] = [];
  let latest = shown[0]?.clock ?? 0;
  for (const { at, clock } of shown.slice(1)) {
    if (everyHour) {
      if (isDue(clock)) runs.push(at);
      continue;
    }
    let due = false;
    for (let minute = latest + MINUTE_MS; minute <= clock; minute += MINUTE_MS) due ||= isDue(minute);
    if (due) runs.push(at);
    latest = Math.max(latest, clock);
  }
  return runs;
}

describe.each(ZONES)('%s', (timezone) => {
  const changes = changesOf(timezone);
  const clock = clockOf(timezone);

  it('a daily schedule runs once every day, at the first occurrence of its time', () => {
    for (const [hour, minute] of [
      [2, 30],
      [0, 15],
    ] as const) {
      const timing: ScheduleTiming = { schedule_type: 'daily', timezone, schedule_config: { hour, minute } };
      const runs = ours(timing, FROM, TO);
      const shown = runs.map(clock);
      expect(new Set(shown.map((text) => text.slice(0, 10))).size).toBe(runs.length);
      expect(runs).toHaveLength(Math.round((TO - FROM) / DAY_MS));
      const time = `0${hour}:${minute}`;
      const otherwise = runs.filter(
        (run, index) =>
          !shown[index]?.endsWith(time) ||
          changes.some((at) => run >= at && clock(run - HOUR_MS) === shown[index]),
      );
      expect(otherwise.filter((run) => !changes.includes(run))).toEqual([]);
    }
  });

  it.each(['30 4 * * mon', '45 12 13,29-31 feb-apr,8 fri'])('%s agrees with cron-parser', (expression) => {
    const awayFromChanges = (run: number) => !changes.some((at) => Math.abs(run - at) < DAY_MS);
    const runs = ours(cron(timezone, expression), FROM, HALF).filter(awayFromChanges);
    expect(runs).toEqual(theirs(timezone, expression, FROM, HALF).filter(awayFromChanges));
    expect(runs.length).toBeGreaterThan(100);
  });

  it('agrees around every clock change, by the minute', () => {
    for (const change of changes) {
      const minutes = Array.from(
        { length: 12 * 60 + 1 },
        (_, index) => change - 6 * HOUR_MS + index * MINUTE_MS,
      );
      const shown = minutes.map((at) => ({ at, clock: asUtc(clock(at)) }));
      for (const times of AROUND_CHANGES) {
        const runs = ours(cron(timezone, times.expression), change - 6 * HOUR_MS, change + 6 * HOUR_MS);
        expect(runs, `${times.expression} at ${new Date(change).toISOString()}`).toEqual(
          asDecided(times, shown),
        );
      }
    }
  });
});

it('the tested timezones change their clocks', () => {
  expect(changesOf('UTC')).toEqual([]);
  expect(changesOf('America/New_York')).toHaveLength(20);
  expect(changesOf('Australia/Lord_Howe')).toHaveLength(20);
});

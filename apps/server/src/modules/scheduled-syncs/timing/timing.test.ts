import type { ScheduleTiming } from '@storefleet/contract/syncs/scheduled-syncs';
import { expect, it } from 'vitest';
import { nextRuns, recurrenceOf } from './timing.ts';

function due(timing: ScheduleTiming, after: string, count: number): string[] {
  return nextRuns(recurrenceOf(timing), new Date(after), count).map((run) => run.toISOString());
}

function daily(timezone: string, hour: number, minute: number): ScheduleTiming {
  return { schedule_type: 'daily', timezone, schedule_config: { hour, minute } };
}

function cron(timezone: string, expression: string): ScheduleTiming {
  return { schedule_type: 'cron', timezone, schedule_config: { cron: expression } };
}

const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';

it.each<[string, ScheduleTiming, after: string, runs: string[]]>([
  [
    'in the hour that is skipped: once, at the moment of the change',
    daily(NEW_YORK, 2, 30),
    '2026-03-07T12:00',
    ['2026-03-08T07:00', '2026-03-09T06:30', '2026-03-10T06:30'],
  ],
  [
    'several times in it: one run, also together with one that is due at that moment',
    cron(BERLIN, '*/20 1-3 * * *'),
    '2026-03-29T00:30',
    ['2026-03-29T00:40', '2026-03-29T01:00', '2026-03-29T01:20', '2026-03-29T01:40', '2026-03-29T23:00'],
  ],
  [
    'where midnight is skipped',
    daily('Africa/Cairo', 0, 15),
    '2026-04-23T12:00',
    ['2026-04-23T22:00', '2026-04-24T21:15'],
  ],
  [
    'where half an hour is skipped',
    daily('Australia/Lord_Howe', 2, 15),
    '2026-10-03T12:00',
    ['2026-10-03T15:30', '2026-10-04T15:15'],
  ],
  [
    'on a day that a timezone left out altogether: right after',
    cron('Pacific/Apia', '0 12 30 12 *'),
    '2011-06-01T00:00',
    ['2011-12-30T10:00', '2012-12-29T22:00'],
  ],
  [
    'in the hour that is repeated: the first time only',
    daily(NEW_YORK, 1, 30),
    '2026-10-31T12:00',
    ['2026-11-01T05:30', '2026-11-02T06:30', '2026-11-03T06:30'],
  ],
  [
    'asked in the second of those two hours',
    daily(NEW_YORK, 1, 30),
    '2026-11-01T06:10',
    ['2026-11-02T06:30'],
  ],
  [
    'asked in the first of them',
    cron(BERLIN, '*/30 2 * * *'),
    '2026-10-25T00:10',
    ['2026-10-25T00:30', '2026-10-26T01:00'],
  ],
  [
    'every hour, while the clocks go forward',
    cron(BERLIN, '30 * * * *'),
    '2026-03-29T00:00',
    ['2026-03-29T00:30', '2026-03-29T01:30', '2026-03-29T02:30'],
  ],
  [
    'every hour, while they go back',
    cron(BERLIN, '30 * * * *'),
    '2026-10-25T00:00',
    ['2026-10-25T00:30', '2026-10-25T01:30', '2026-10-25T02:30'],
  ],
])('%s', (_name, timing, after, runs) => {
  expect(due(timing, `${after}:00Z`, runs.length)).toEqual(runs.map((run) => `${run}:00.000Z`));
});

it('the days of a week run from 0, Monday, to 6, Sunday', () => {
  const weekly = (days: number[]): ScheduleTiming => ({
    schedule_type: 'weekly',
    timezone: 'UTC',
    schedule_config: { hour: 2, minute: 0, days },
  });
  // 2 November 2026 is a Monday.
  expect(due(weekly([0, 6]), '2026-11-02T00:00:00Z', 3)).toEqual([
    '2026-11-02T02:00:00.000Z',
    '2026-11-08T02:00:00.000Z',
    '2026-11-09T02:00:00.000Z',
  ]);
  for (let day = 0; day < 7; day++) {
    const [run = ''] = due(weekly([day]), '2026-11-02T00:00:00Z', 1);
    expect(run.slice(0, 10)).toBe(`2026-11-0${2 + day}`);
  }
});

it.each([
  [28, ['2027-01-28', '2027-02-28', '2027-03-28', '2027-04-28']],
  [29, ['2027-01-29', '2027-02-28', '2027-03-29', '2027-04-29']],
  [30, ['2027-01-30', '2027-02-28', '2027-03-30', '2027-04-30']],
  [31, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
])('day %i becomes the last one of a shorter month', (day_of_month, days) => {
  const schedule_config = { hour: 2, minute: 0, day_of_month };
  const timing: ScheduleTiming = { schedule_type: 'monthly', timezone: 'UTC', schedule_config };
  expect(due(timing, '2027-01-01T00:00:00Z', 4).map((run) => run.slice(0, 10))).toEqual(days);
});

it('29 February is found in leap years', () => {
  const monthly: ScheduleTiming = {
    schedule_type: 'monthly',
    timezone: 'UTC',
    schedule_config: { hour: 2, minute: 0, day_of_month: 29 },
  };
  expect(due(monthly, '2028-02-01T00:00:00Z', 1)).toEqual(['2028-02-29T02:00:00.000Z']);
  expect(due(cron('Europe/Paris', '0 2 29 2 *'), '2026-01-01T00:00:00Z', 2)).toEqual([
    '2028-02-29T01:00:00.000Z',
    '2032-02-29T01:00:00.000Z',
  ]);
});

it('a time that no year has is never due', () => {
  expect(due(cron('Europe/Paris', '0 2 30 2 *'), '2026-01-01T00:00:00Z', 1)).toEqual([]);
});

it('excludes the given time from the runs', () => {
  expect(due(daily('UTC', 2, 0), '2026-01-01T02:00:00.000Z', 1)).toEqual(['2026-01-02T02:00:00.000Z']);
  expect(due(daily('UTC', 2, 0), '2026-01-01T01:59:59.999Z', 1)).toEqual(['2026-01-01T02:00:00.000Z']);
});

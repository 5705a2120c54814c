import { beforeEach, expect, it } from 'vitest';
import {
  createScheduleHarness,
  type ScheduleHarness,
} from '../../../../test/scheduled-syncs/schedule-harness.ts';

const harness = await createScheduleHarness();
beforeEach(() => harness.startOver());

type Source = Awaited<ReturnType<ScheduleHarness['addScheduledStore']>>['source'];

/** What a nightly schedule of changes syncs each night; `meanwhile` runs before each. */
const scopesOf = (nights: number, change: object, meanwhile?: (night: number, source: Source) => void) =>
  scopesAt(
    Array.from({ length: nights }, (_, night) =>
      new Date(Date.UTC(2026, 10, 21 + night, 2, 0, night % 2)).toISOString(),
    ),
    change,
    meanwhile,
  );

/** What a schedule of changes syncs when a worker looks at these times. */
async function scopesAt(
  times: readonly string[],
  change: object,
  meanwhile: (nth: number, source: Source) => void = () => {},
): Promise<string[]> {
  const { storeId, source } = await harness.addScheduledStore({ sync_scope: 'changes', ...change });
  const scopes: string[] = [];
  for (const [nth, time] of times.entries()) {
    meanwhile(nth, source);
    await harness.lookAt(time);
    const { logs } = await harness.syncs.logs(storeId, { limit: 1, offset: 0 });
    await harness.finishRun(logs[0]?.id ?? '');
    scopes.push(logs[0]?.scope === 'everything' ? 'all' : 'changes');
  }
  return scopes;
}

it.each([
  [
    'after two runs',
    { full_every: 2, full_every_unit: 'runs' },
    ['all', 'changes', 'changes', 'all', 'changes'],
  ],
  [
    'every three days',
    { full_every: 3, full_every_unit: 'days' },
    ['all', 'changes', 'changes', 'all', 'changes'],
  ],
])('a schedule of changes starts with a full sync, and repeats it %s', async (_when, change, scopes) => {
  expect(await scopesOf(scopes.length, change)).toEqual(scopes);
});

it('syncs everything next time after a removal, or if the source cannot tell', async () => {
  const scopes = await scopesOf(6, {}, (night, source) => {
    if (night === 1) source.products = source.products.slice(1);
    source.refusal = night === 4 ? 'The mappings were changed.' : null;
  });
  expect(scopes).toEqual(['all', 'changes', 'all', 'changes', 'all', 'changes']);
});

it.each([
  [
    'of every quarter of an hour',
    { schedule_type: 'cron', schedule_config: { cron: '*/15 * * * *' }, timezone: 'UTC' },
    ['2026-11-21T02:00:07Z', '2026-11-22T01:00:00Z', '2026-11-22T01:45:00Z', '2026-11-22T02:00:00Z'],
    ['all', 'changes', 'changes', 'all'],
  ],
  [
    'of every day, on one of 23 hours',
    { schedule_type: 'daily', schedule_config: { hour: 4, minute: 0 }, timezone: 'Europe/Berlin' },
    ['2027-03-27T03:00:07Z', '2027-03-28T02:00:00Z'],
    ['all', 'all'],
  ],
])('a schedule %s repeats a daily full sync at the same time', async (_which, timing, times, scopes) => {
  expect(await scopesAt(times, { ...timing, full_every: 1, full_every_unit: 'days' })).toEqual(scopes);
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createScheduleHarness,
  type ScheduleHarness,
} from '../../../../test/scheduled-syncs/schedule-harness.ts';

let harness: ScheduleHarness;
beforeAll(async () => {
  harness = await createScheduleHarness();
});
afterAll(() => harness.close());
beforeEach(() => harness.startOver());

/** What a nightly schedule of changes syncs each night; `meanwhile` runs before each. */
async function scopesOf(
  nights: number,
  change: object,
  meanwhile: (
    night: number,
    source: Awaited<ReturnType<ScheduleHarness['addScheduledStore']>>['source'],
  ) => void = () => {},
): Promise<string[]> {
  const { storeId, source } = await harness.addScheduledStore({ sync_scope: 'changes', ...change });
  const scopes: string[] = [];
  for (let night = 0; night < nights; night += 1) {
    meanwhile(night, source);
    harness.clock.set(new Date(Date.UTC(2026, 10, 21 + night, 2, 0, night % 2)).toISOString());
    await harness.look();
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

import { messages } from '@storefleet/contract/messages';
import { SCHEDULE_SCOPE_DEFAULTS } from '@storefleet/contract/syncs/schedule-constants';
import { ScheduledSyncInput, ScheduleTiming } from '@storefleet/contract/syncs/scheduled-syncs';
import { expect, test } from 'vitest';
import { buildScheduledSync } from '../../testing/builders/build-scheduled-sync.ts';
import { buildMssqlStore, buildStore } from '../../testing/builders/build-store.ts';
import {
  fieldOf,
  formOf,
  methodsOf,
  newSchedule,
  type ScheduleFormValues,
  scheduleProblems,
  timingOf,
  toInput,
  withStore,
  withType,
} from './schedule-values.ts';

const filled: ScheduleFormValues = {
  ...newSchedule,
  name: ' Nightly ',
  store_id: '0190a000-0000-7000-8000-000000000001',
};

test('a new schedule uses the specified defaults', () => {
  expect(toInput(filled)).toEqual({
    name: 'Nightly',
    store_id: filled.store_id,
    sync_method: 'graphql',
    ...SCHEDULE_SCOPE_DEFAULTS,
    schedule_type: 'daily',
    schedule_config: { hour: 2, minute: 0 },
    timezone: 'UTC',
    is_active: true,
    max_failures: 3,
  });
});

test.each([
  ['daily', { hour: 2, minute: 0 }],
  ['weekly', { days: [1], hour: 2, minute: 0 }],
  ['monthly', { day_of_month: 1, hour: 2, minute: 0 }],
  ['cron', { cron: '0 2 * * *' }],
] as const)('choosing %s in a new schedule resets its settings', (type, schedule_config) => {
  const typed = { ...filled, hour: '17', minute: '45', days: [5], day_of_month: '12', cron: '* * * * *' };
  const input = toInput(withType(typed, type, true));
  expect(input).toMatchObject({ schedule_type: type, schedule_config });
  expect(ScheduledSyncInput.parse(input)).toEqual(input);
});

test('choosing another type in an edited schedule keeps what is there', () => {
  const stored = buildScheduledSync({
    schedule_type: 'weekly',
    schedule_config: { hour: 5, minute: 30, days: [0, 6] },
  });
  const monthly = withType(formOf(stored), 'monthly', false);
  expect(toInput(monthly).schedule_config).toEqual({ hour: 5, minute: 30, day_of_month: 1 });
  expect(toInput(withType(monthly, 'weekly', false)).schedule_config).toEqual(stored.schedule_config);
  expect(toInput(withType(monthly, 'cron', false)).schedule_config).toEqual({ cron: '0 2 * * *' });
});

test.each([
  [{ schedule_type: 'daily' as const, schedule_config: { hour: 0, minute: 0 } }],
  [{ schedule_type: 'weekly' as const, schedule_config: { hour: 23, minute: 59, days: [0, 3] } }],
  [{ schedule_type: 'monthly' as const, schedule_config: { hour: 4, minute: 5, day_of_month: 31 } }],
  [{ schedule_type: 'cron' as const, schedule_config: { cron: '*/15 8-18 * * MON-FRI' } }],
])('a stored schedule round-trips through the form: %j', (timing) => {
  const scope = { sync_scope: 'changes', full_every: 3, full_every_unit: 'runs' } as const;
  const rest = { sync_method: 'rest', is_active: false, max_failures: 7 } as const;
  const stored = buildScheduledSync({ ...timing, ...scope, ...rest });
  expect(toInput(formOf(stored))).toEqual({
    name: stored.name,
    store_id: stored.store_id,
    sync_method: 'rest',
    ...scope,
    ...timing,
    timezone: 'UTC',
    is_active: false,
    max_failures: 7,
  });
});

const HOUR = 'Hour must be a whole number from 0 to 23.';
const MINUTE = 'Minute must be a whole number from 0 to 59.';
const DAY = 'Day of month must be a whole number from 1 to 31.';
const LIMIT = 'Max failures must be a whole number from 1 to 10.';

test.each<[Partial<ScheduleFormValues>, Record<string, string>]>([
  [{ name: '  ' }, { name: 'Name is required' }],
  [{ store_id: '' }, { store_id: 'Store selection is required' }],
  [{ schedule_type: 'weekly', days: [] }, { days: 'At least one day must be selected for weekly schedule' }],
  [{ schedule_type: 'cron', cron: ' ' }, { cron: 'Cron expression is required for cron schedule' }],
  [{ timezone: '' }, { timezone: messages.scheduledSyncs.timezoneMissing }],
  [{ hour: '24' }, { hour: HOUR }],
  [{ hour: '' }, { hour: HOUR }],
  [{ hour: '-1' }, { hour: HOUR }],
  [{ hour: '2.5' }, { hour: HOUR }],
  [{ minute: '60' }, { minute: MINUTE }],
  [{ schedule_type: 'monthly', day_of_month: '0' }, { day_of_month: DAY }],
  [{ schedule_type: 'monthly', day_of_month: '32' }, { day_of_month: DAY }],
  [{ max_failures: '0' }, { max_failures: LIMIT }],
  [{ max_failures: '11' }, { max_failures: LIMIT }],
])('%j is not saved', (change, problems) => {
  expect(scheduleProblems({ ...filled, ...change })).toEqual(problems);
});

test('fields of another type are not validated', () => {
  const odd = { ...filled, days: [], cron: '', day_of_month: '99' };
  expect(scheduleProblems(odd)).toEqual({});
  expect(scheduleProblems({ ...odd, schedule_type: 'cron', cron: '0 2 * * *', hour: '99' })).toEqual({});
});

test('the preview needs only the timing, and waits until it is complete', () => {
  const timing = timingOf(newSchedule);
  expect(ScheduleTiming.parse(timing)).toEqual({
    schedule_type: 'daily',
    schedule_config: { hour: 2, minute: 0 },
    timezone: 'UTC',
  });
  expect(timingOf({ ...newSchedule, hour: '25' })).toBeNull();
});

test('a store offers fitting methods, and another store switches to a fitting one', () => {
  const shop = buildStore();
  const warehouse = buildMssqlStore({ id: 'w' });
  expect(methodsOf(shop)).toEqual(['graphql', 'rest']);
  expect(methodsOf(warehouse)).toEqual(['mssql']);
  const chosen = withStore({ ...filled, sync_method: 'rest' }, warehouse);
  expect(chosen).toMatchObject({ store_id: 'w', sync_method: 'mssql' });
  expect(withStore(chosen, shop)).toMatchObject({ store_id: shop.id, sync_method: 'graphql' });
  expect(withStore({ ...filled, sync_method: 'rest' }, shop).sync_method).toBe('rest');
});

test.each([
  ['schedule_config.cron', 'cron'],
  ['schedule_config.days.0', 'days'],
  ['store_id', 'store_id'],
  ['schedule_config', null],
  ['elsewhere', null],
])('a server error about %s is shown at %s', (path, field) => {
  expect(fieldOf(path)).toBe(field);
});

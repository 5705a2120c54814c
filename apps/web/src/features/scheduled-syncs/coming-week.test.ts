import { expect, test } from 'vitest';
import { type ComingRun, clashesOf, weekOf } from './coming-week.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

const run = (due: string, fields: Partial<ComingRun> = {}): ComingRun => ({
  scheduled_sync_id: 'nightly',
  name: 'Nightly',
  store_id: 'atlas',
  store_name: 'Atlas Outdoor',
  due_at: new Date(due).toISOString(),
  ...fields,
});
const stock = { scheduled_sync_id: 'stock', name: 'Stock' };
const other = { scheduled_sync_id: 'kumo', name: 'Kumo nightly', store_id: 'kumo', store_name: 'Kumo' };

const dayOf = (runs: readonly ComingRun[], index: number, timeZone = 'UTC') =>
  weekOf(runs, NOW, timeZone)[index];

test('the week starts today and has seven days, including days without runs', () => {
  const days = weekOf([], NOW, 'UTC');
  expect(days.map(({ key }) => key)).toEqual([21, 22, 23, 24, 25, 26, 27].map((day) => `2026-11-${day}`));
  expect(days.every(({ count }) => count === 0)).toBe(true);
});

test('a run is listed on its day in the browser’s timezone', () => {
  const late = run('2026-11-22T23:30:00Z');
  expect(dayOf([late], 1, 'UTC')?.count).toBe(1);
  expect(dayOf([late], 2, 'Europe/Berlin')?.count).toBe(1);
  expect(dayOf([late], 2, 'Europe/Berlin')?.marks).toEqual([{ at: 30 / 1440, clashes: false }]);
});

test('an overdue run is listed today', () => {
  expect(dayOf([run('2026-11-20T02:00:00Z')], 0)?.slots).toHaveLength(1);
});

test('a week over a clock change has each day once', () => {
  const days = weekOf([], Date.parse('2026-10-23T22:30:00Z'), 'Europe/Berlin');
  expect(days.map(({ key }) => key.slice(8))).toEqual(['24', '25', '26', '27', '28', '29', '30']);
});

test('runs of different stores in the same minute are grouped and do not clash', () => {
  const runs = [
    run('2026-11-22T02:00:00Z'),
    run('2026-11-22T02:00:00Z', other),
    run('2026-11-22T03:00:00Z', stock),
  ];
  const day = dayOf(runs, 1);
  expect(
    day?.slots.map(({ at, runs: due }) => [at.slice(11, 16), due.map(({ run: { name } }) => name)]),
  ).toEqual([
    ['02:00', ['Nightly', 'Kumo nightly']],
    ['03:00', ['Stock']],
  ]);
  expect(clashesOf(runs)).toEqual([]);
});

test('two schedules of one store clash if they start less than 15 minutes apart', () => {
  const runs = [run('2026-11-22T02:00:00Z'), run('2026-11-22T02:14:00Z', stock)];
  const day = dayOf(runs, 1);
  expect(day?.slots.map(({ runs: due }) => due[0]?.clashes)).toEqual([true, true]);
  expect(day?.marks.every(({ clashes }) => clashes)).toBe(true);
  expect(clashesOf(runs)).toEqual([
    { storeId: 'atlas', storeName: 'Atlas Outdoor', names: ['Nightly', 'Stock'] },
  ]);
  const apart = [run('2026-11-22T02:00:00Z'), run('2026-11-22T02:15:00Z', stock)];
  expect(clashesOf(apart)).toEqual([]);
});

test('one schedule does not clash with itself, however often it runs', () => {
  const often = [0, 5, 10].map((minute) => run(`2026-11-22T02:${String(minute).padStart(2, '0')}:00Z`));
  expect(clashesOf(often)).toEqual([]);
});

test('a schedule running every minute draws only as many marks as are visible', () => {
  const everyMinute = Array.from({ length: 24 * 60 }, (_, minute) =>
    run(new Date(Date.UTC(2026, 10, 22, 0, minute)).toISOString()),
  );
  const marks = dayOf(everyMinute, 1)?.marks ?? [];
  expect(marks).toHaveLength(144);
  expect(marks.at(-1)?.at).toBeCloseTo((23 * 60 + 50) / 1440);
});

test('many runs of a schedule on one day are one line, and still clash with the others', () => {
  const hourly = Array.from({ length: 24 }, (_, hour) =>
    run(`2026-11-22T${String(hour).padStart(2, '0')}:00:00Z`, stock),
  );
  const runs = [...hourly, run('2026-11-22T02:00:00Z')].sort((one, two) =>
    one.due_at.localeCompare(two.due_at),
  );
  const day = dayOf(runs, 1);
  expect(day?.count).toBe(25);
  expect(day?.slots).toMatchObject([
    {
      at: '2026-11-22T00:00:00.000Z',
      last: '2026-11-22T23:00:00.000Z',
      count: 24,
      runs: [{ run: { name: 'Stock' }, clashes: true }],
    },
    { last: null, count: 1, runs: [{ run: { name: 'Nightly' }, clashes: true }] },
  ]);
  expect(day?.marks).toHaveLength(24);
});

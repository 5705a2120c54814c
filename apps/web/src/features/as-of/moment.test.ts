import { afterEach, beforeEach, expect, test } from 'vitest';
import { localMoment, readMoment, withOffset } from './moment.ts';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'America/St_Johns';
});
afterEach(() => {
  process.env.TZ = zone;
});

test.each([
  ['2026-11-12T14:00:00+01:00', '2026-11-12T13:00:00.000Z'],
  ['2026-11-12T14:00:00.250Z', '2026-11-12T14:00:00.250Z'],
  ['2026-11-12', null],
  ['2026-13-12T14:00:00Z', null],
  ['yesterday', null],
  [20261112, null],
])('a URL with %j is as of %s', (raw, moment) => {
  expect(readMoment(raw)).toBe(moment);
});

test('a time is shown and sent in local time, in summer and winter', () => {
  expect(localMoment(new Date('2026-11-12T14:00:00Z'))).toBe('2026-11-12T10:30');
  expect(withOffset('2026-11-12T14:00:05.250Z')).toBe('2026-11-12T10:30:05.250-03:30');
  expect(withOffset('2026-07-01T14:00:00.000Z')).toBe('2026-07-01T11:30:00.000-02:30');
});

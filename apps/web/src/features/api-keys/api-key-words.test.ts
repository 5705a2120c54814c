import { expect, test } from 'vitest';
import { endOf, stateOf } from './api-key-words.ts';

const now = new Date('2026-03-01T12:00:00Z');

test.each([
  [null, null, 'Active', true],
  [null, '2026-03-01T12:00:01Z', 'Active', true],
  [null, '2026-03-01T12:00:00Z', 'Expired', false],
  ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', 'Revoked', false],
])('revoked %s, expiring %s: %s', (revoked_at, expires_at, label, isUsable) => {
  expect(stateOf({ revoked_at, expires_at }, now)).toMatchObject({ label, isUsable });
});

test('a lifetime ends in a number of days, or never', () => {
  expect([endOf('30', now), endOf('none', now)]).toEqual(['2026-03-31T12:00:00.000Z', null]);
});

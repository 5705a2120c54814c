import { expect, it } from 'vitest';
import { isSkipped, momentOf } from './clock-time.ts';

it.each([
  ['an ordinary night', '2026-11-27T00:00', 'Europe/Berlin', '2026-11-26T23:00:00.000Z', false],
  ['the end of a day', '2026-11-29T24:00', 'Europe/Berlin', '2026-11-29T23:00:00.000Z', false],
  ['summer', '2026-07-01T09:30', 'America/New_York', '2026-07-01T13:30:00.000Z', false],
  [
    'the hour that is skipped: right after',
    '2026-03-29T02:30',
    'Europe/Berlin',
    '2026-03-29T01:00:00.000Z',
    true,
  ],
  [
    'the hour that comes twice: the first time',
    '2026-10-25T02:30',
    'Europe/Berlin',
    '2026-10-25T00:30:00.000Z',
    false,
  ],
  [
    'the end of the hour that comes twice',
    '2026-10-25T03:00',
    'Europe/Berlin',
    '2026-10-25T02:00:00.000Z',
    false,
  ],
  ['a midnight that is skipped', '2026-04-24T00:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', true],
  ['far east', '2026-11-27T00:00', 'Pacific/Kiritimati', '2026-11-26T10:00:00.000Z', false],
  ['a day that is skipped', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', true],
  ['the first day of a year', '2027-01-01T00:00', 'Asia/Tokyo', '2026-12-31T15:00:00.000Z', false],
])('%s', (_, clockTime, timezone, moment, skipped) => {
  expect(momentOf(clockTime, timezone).toISOString()).toBe(moment);
  expect(isSkipped(clockTime, timezone)).toBe(skipped);
});

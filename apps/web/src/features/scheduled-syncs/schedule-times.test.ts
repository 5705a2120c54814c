import { expect, test } from 'vitest';
import {
  formatTimeUntil,
  formatZoneDay,
  formatZoneMoment,
  formatZoneTime,
  zoneDayKey,
  zoneMinutes,
  zoneOffset,
} from './schedule-times.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, 'in less than a minute'],
  [MINUTE, 'in 1 min'],
  [59 * MINUTE, 'in 59 min'],
  [HOUR, 'in 1 h'],
  [2 * HOUR + 30 * MINUTE, 'in 2 h 30 min'],
  [14 * HOUR + 30 * MINUTE, 'in 14 h'],
  [DAY, 'in 1 day'],
  [6 * DAY + HOUR, 'in 6 days'],
  [-1, null],
])('words for %i ms from now', (left, words) => {
  expect(formatTimeUntil(new Date(now + left).toISOString(), now)).toBe(words);
});

test('an instant is shown in a timezone’s local time', () => {
  const moment = '2026-11-21T23:30:00.000Z';
  expect(formatZoneTime(moment, 'Europe/Berlin')).toBe('00:30');
  expect(formatZoneDay(moment, 'Europe/Berlin')).toBe('Sun, Nov 22, 2026');
  expect(formatZoneDay(moment, 'America/New_York')).toBe('Sat, Nov 21, 2026');
  expect(zoneDayKey(Date.parse(moment), 'Europe/Berlin')).toBe('2026-11-22');
  expect(zoneMinutes(Date.parse(moment), 'Asia/Kolkata')).toBe(5 * 60);
});

test('the year is shown unless it is the current one in that timezone', () => {
  expect(formatZoneMoment('2026-11-24T02:00:00.000Z', 'UTC', now)).toBe('Tue, Nov 24, 02:00');
  expect(formatZoneMoment('2027-01-01T02:00:00.000Z', 'UTC', now)).toBe('Fri, Jan 1, 2027, 02:00');
  expect(formatZoneMoment('2026-12-31T23:30:00.000Z', 'Europe/Berlin', now)).toBe('Fri, Jan 1, 2027, 00:30');
});

test('midnight is the first minute of a day, not the last', () => {
  expect(formatZoneTime('2026-11-22T00:00:00.000Z', 'UTC')).toBe('00:00');
});

test.each([
  ['UTC', '2026-11-21', 'UTC'],
  ['Asia/Kolkata', '2026-11-21', 'UTC+05:30'],
  ['Europe/Berlin', '2026-11-21', 'UTC+01:00'],
  ['Europe/Berlin', '2026-07-21', 'UTC+02:00'],
  ['Mars/Olympus', '2026-07-21', ''],
])('the offset of %s on %s', (timeZone, day, offset) => {
  expect(zoneOffset(timeZone, Date.parse(day))).toBe(offset);
});

test('an unknown timezone falls back to UTC and says so', () => {
  expect(formatZoneTime('2026-11-21T23:30:00.000Z', 'Mars/Olympus')).toBe('23:30 UTC');
});

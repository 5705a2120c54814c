import { expect, test } from 'vitest';
import { findTimezones } from './timezone-search.ts';

const zones = ['America/New_York', 'America/North_Dakota/Center', 'Asia/Kolkata', 'Europe/Berlin', 'UTC'];

test.each([
  ['', zones],
  ['berlin', ['Europe/Berlin']],
  ['new york', ['America/New_York']],
  ['New_York', ['America/New_York']],
  ['amer cent', ['America/North_Dakota/Center']],
  ['k', ['Asia/Kolkata', 'America/New_York', 'America/North_Dakota/Center']],
  ['mars', []],
])('“%s” finds %j', (search, found) => {
  expect(findTimezones(zones, search)).toEqual(found);
});

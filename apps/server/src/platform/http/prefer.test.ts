import { expect, test } from 'vitest';
import { parsePrefer, preferenceApplied } from './prefer.ts';

test.each([
  [undefined, { respondAsync: false, waitSeconds: null }],
  ['respond-async', { respondAsync: true, waitSeconds: null }],
  ['Respond-Async, wait=10', { respondAsync: true, waitSeconds: 10 }],
  ['wait="5", respond-async; foo=1', { respondAsync: true, waitSeconds: 5 }],
  ['wait = 600', { respondAsync: false, waitSeconds: 60 }],
  ['wait=3, wait=9', { respondAsync: false, waitSeconds: 3 }],
  ['wait=soon, return=minimal', { respondAsync: false, waitSeconds: null }],
])('Prefer: %s', (header, preferences) => {
  expect(parsePrefer(header, 60)).toEqual(preferences);
});

test('reports what was applied in the terms of the request', () => {
  expect(preferenceApplied({ respondAsync: true, waitSeconds: 10 })).toBe('respond-async, wait=10');
  expect(preferenceApplied({ respondAsync: false, waitSeconds: 5 })).toBe('wait=5');
  expect(preferenceApplied({ respondAsync: false, waitSeconds: null })).toBeNull();
});

import { expect, test } from 'vitest';
import { parseSearchParams, stringifySearchParams } from './plain-search-params.ts';

test.each(['00012345678905', '1e5', '12345678901234567890', 'true', '{"a":1}', 'red & blue', 'ä+b', '%_'])(
  'the code %s survives a round trip',
  (query) => {
    expect(parseSearchParams(stringifySearchParams({ query }))).toEqual({ query });
  },
);

test('unset values are left out of the URL', () => {
  expect(stringifySearchParams({ a: undefined, b: null, c: '', d: 0 })).toBe('?d=0');
  expect(stringifySearchParams({})).toBe('');
});

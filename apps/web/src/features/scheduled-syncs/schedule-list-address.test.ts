import { expect, test } from 'vitest';
import { parseScheduleListAddress } from './schedule-list-address.ts';

test.each([
  [{}, {}],
  [{ status: 'inactive' }, { status: 'inactive' }],
  [{ status: 'broken', page: 'x', size: '7' }, {}],
  [
    { page: '3', size: '25' },
    { page: 3, size: 25 },
  ],
  [{ page: '1', size: '100' }, {}],
])('the URL %j is parsed as %j', (search, address) => {
  expect(parseScheduleListAddress(search)).toEqual(address);
});

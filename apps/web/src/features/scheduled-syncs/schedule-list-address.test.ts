import { expect, test } from 'vitest';
import { parseScheduleListAddress, requestOf } from './schedule-list-address.ts';

test.each([
  [{}, {}],
  [{ status: 'inactive' }, { status: 'inactive' }],
  [{ status: 'broken', page: 'x', size: '7' }, {}],
  [
    { page: '3', size: '25' },
    { page: 3, size: 25 },
  ],
  [{ page: '1', size: '100' }, {}],
])('the address %j is read as %j', (search, address) => {
  expect(parseScheduleListAddress(search)).toEqual(address);
});

test.each([
  [{}, { isActive: null, limit: 100, offset: 0 }],
  [{ status: 'active' as const }, { isActive: true, limit: 100, offset: 0 }],
  [
    { status: 'inactive' as const, page: 3, size: 25 },
    { isActive: false, limit: 25, offset: 50 },
  ],
])('%j asks for %j', (address, request) => {
  expect(requestOf(address)).toEqual(request);
});

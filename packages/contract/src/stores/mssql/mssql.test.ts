import { expect, test } from 'vitest';
import { MssqlConnectionTest } from './connection.ts';

const id = '0199a6a0-0000-7000-8000-000000000001';

test.each([
  ['WHERE Active = 1', 'Active = 1'],
  [' where(Active = 1) ', '(Active = 1)'],
  ['where', null],
  ['Where_Used = 1', 'Where_Used = 1'],
  ['', null],
  [undefined, undefined],
])('the where clause %j becomes the condition %j', (typed, condition) => {
  expect(MssqlConnectionTest.parse({ store_id: id, where_clause: typed }).where_clause).toBe(condition);
});

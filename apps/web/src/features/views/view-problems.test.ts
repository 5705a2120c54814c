import { expect, test } from 'vitest';
import { lostOf } from './view-problems.ts';

const [MILL, GONE, AWAY] = [1, 2, 3].map((digit) => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`);
const stores = [{ id: String(MILL) }];

test.each([
  ['what it was saved with', { stores: `${MILL}`, q: 'mug' }, {}, null],
  ['every store', { stores: 'all' }, {}, null],
  ['no store', { stores: '__EMPTY__' }, {}, null],
  ['a store', { stores: `${MILL},${GONE}` }, {}, 'It names 1 store that is no longer connected.'],
  ['stores', { stores: `${GONE},${AWAY}` }, {}, 'It names 2 stores that are no longer connected.'],
  ['the store of a history', { store: `${GONE}` }, {}, 'It names 1 store that is no longer connected.'],
  ['a column', { columns: 'x.y' }, { columns: 'x' }, 'It was saved with unknown settings: columns.'],
])('a view that lost %s says so', (_what, address, read, sentence) => {
  expect(lostOf(address, { ...address, ...read }, stores)).toBe(sentence);
});

test('nothing is reported as lost before the stores are loaded', () => {
  expect(lostOf({ stores: `${GONE}` }, { stores: `${GONE}` }, undefined)).toBe(null);
});

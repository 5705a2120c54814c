import { describe, expect, it, test } from 'vitest';
import { areaBetween, cellsIn, isInArea, moveByKey, moveByTab } from './grid-position.ts';

const size = { rows: 100, columns: 2, page: 12 };
const at = (row: number, column: number) => ({ row, column });

test.each([
  ['ArrowDown', false, at(5, 1), at(6, 1)],
  ['ArrowUp', false, at(5, 1), at(4, 1)],
  ['ArrowUp', false, at(0, 0), at(0, 0)],
  ['ArrowDown', false, at(99, 0), at(99, 0)],
  ['ArrowRight', false, at(5, 0), at(5, 1)],
  ['ArrowRight', false, at(5, 1), at(5, 1)],
  ['ArrowLeft', false, at(5, 1), at(5, 0)],
  ['Home', false, at(5, 1), at(5, 0)],
  ['End', false, at(5, 0), at(5, 1)],
  ['Home', true, at(5, 1), at(0, 0)],
  ['End', true, at(5, 0), at(99, 1)],
  ['ArrowDown', true, at(5, 1), at(99, 1)],
  ['ArrowUp', true, at(5, 1), at(0, 1)],
  ['PageDown', false, at(5, 1), at(17, 1)],
  ['PageDown', false, at(95, 1), at(99, 1)],
  ['PageUp', false, at(5, 1), at(0, 1)],
])('%s (with Ctrl: %s) from %o goes to %o', (key, ctrl, from, to) => {
  expect(moveByKey(from, { key, ctrl }, size)).toEqual(to);
});

describe('other keys and empty grids', () => {
  it('do not move', () => {
    expect(moveByKey(at(5, 0), { key: 'a', ctrl: false }, size)).toBeNull();
    expect(moveByKey(at(0, 0), { key: 'ArrowDown', ctrl: false }, { ...size, rows: 0 })).toBeNull();
  });
});

test.each([
  ['the next cell', at(0, 1), 1, at(0, 2)],
  ['over read-only cells, to the row below, in the starting column', at(0, 2), 1, at(1, 1)],
  ['back to the previous cell', at(1, 2), -1, at(1, 1)],
  ['back to the last cell of the row above', at(1, 1), -1, at(0, 2)],
  ['nowhere from the first', at(0, 1), -1, null],
  ['nowhere from the last', at(99, 2), 1, null],
] as const)('Tab goes to %s', (_, from, direction, to) => {
  const isEdited = ({ column }: { column: number }) => column === 1 || column === 2;
  expect(moveByTab(from, direction, { rows: 100, columns: 4, began: 1 }, isEdited)).toEqual(to);
});

test('an area is the same from any corner', () => {
  const area = areaBetween(at(8, 1), at(3, 0));
  expect(area).toEqual({ top: 3, bottom: 8, left: 0, right: 1 });
  expect(areaBetween(at(3, 1), at(8, 0))).toEqual(area);
  expect(cellsIn(area)).toBe(12);
  expect(isInArea(at(3, 1), area)).toBe(true);
  expect(isInArea(at(9, 0), area)).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { buildResultItem, buildVariant } from '../../../testing/builders/build-result-item.ts';
import { COLUMNS } from '../../products/grid/columns.ts';
import { gridRows } from '../../products/grid/grid-rows.ts';
import { CELL_VIEW, GridStore } from './grid-store.ts';

const columns = [COLUMNS.price, COLUMNS.cost];

const rowsNamed = (...names: string[]) =>
  gridRows([buildResultItem(names.map((id) => buildVariant({ id })))]);

function gridWith(...names: string[]) {
  const grid = new GridStore();
  grid.setTable(rowsNamed(...names), columns);
  const has = (flag: keyof typeof CELL_VIEW, row: string, column: number) =>
    (grid.viewOf(row, column) & CELL_VIEW[flag]) !== 0;
  return { grid, has };
}

describe('the grid', () => {
  it('has one tab stop: the first cell, then the active one', () => {
    const { grid, has } = gridWith('a', 'b');
    expect([has('tabStop', 'a', 0), has('tabStop', 'b', 1)]).toEqual([true, false]);
    grid.activate({ row: 1, column: 1 });
    expect([has('tabStop', 'a', 0), has('tabStop', 'b', 1)]).toEqual([false, true]);
  });

  it('follows the variant when rows are reordered', () => {
    const { grid, has } = gridWith('a', 'b', 'c');
    grid.edit({ row: 0, column: 1 });
    grid.setTable(rowsNamed('c', 'b', 'a'), columns);
    expect(grid.position()).toEqual({ row: 2, column: 1 });
    expect(has('editing', 'a', 1)).toBe(true);
  });

  it('drops a removed variant', () => {
    const { grid, has } = gridWith('a', 'b');
    grid.edit({ row: 1, column: 0 });
    grid.setTable(rowsNamed('c'), columns);
    expect(grid.position()).toBeNull();
    expect(grid.wantsFocus()).toBe(false);
    expect(has('tabStop', 'c', 0)).toBe(true);
  });

  it('moves down on Enter, but stays on a refused value', () => {
    const { grid } = gridWith('a', 'b');
    grid.edit({ row: 0, column: 0 });
    grid.leaveEditor('enter', false);
    expect(grid.position()).toEqual({ row: 0, column: 0 });
    grid.edit({ row: 0, column: 0 });
    grid.leaveEditor('enter', true);
    expect(grid.position()).toEqual({ row: 1, column: 0 });
  });

  it('does not steal focus that moved elsewhere', () => {
    const { grid, has } = gridWith('a');
    grid.edit({ row: 0, column: 0 });
    grid.stopEditing({ focus: false });
    expect(grid.wantsFocus()).toBe(false);
    expect(has('active', 'a', 0)).toBe(true);
  });

  it('Tab moves cell by cell, then to the row below the starting column', () => {
    const { grid } = gridWith('a', 'b');
    grid.edit({ row: 0, column: 0 });
    grid.leaveEditor('tab', true);
    grid.leaveEditor('tab', true);
    expect(grid.position()).toEqual({ row: 1, column: 0 });
    grid.leaveEditor('shift-tab', true);
    expect(grid.position()).toEqual({ row: 0, column: 1 });
  });

  it('resets when columns change', () => {
    const { grid, has } = gridWith('a');
    grid.activate({ row: 0, column: 1 });
    grid.setTable(grid.rows(), [COLUMNS.store_name, COLUMNS.price]);
    expect([grid.position(), has('tabStop', 'a', 1)]).toEqual([null, true]);
    grid.edit({ row: 0, column: 0 });
    expect(has('editing', 'a', 0)).toBe(false);
  });
});

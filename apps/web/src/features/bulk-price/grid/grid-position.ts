/** Row and column as currently displayed. */
export type GridPosition = { row: number; column: number };

/** Both ends inclusive. */
export type GridArea = { top: number; bottom: number; left: number; right: number };

export type GridSize = {
  rows: number;
  columns: number;
  /** Rows per Page Up or Page Down. */
  page: number;
};

type GridKey = { key: string; ctrl: boolean };

/** Target of a key, within the grid; null if it does not navigate. */
export function moveByKey(from: GridPosition, { key, ctrl }: GridKey, size: GridSize): GridPosition | null {
  const target = targetOf(from, key, ctrl, size);
  if (!target || size.rows === 0) return null;
  return {
    row: Math.min(Math.max(target.row, 0), size.rows - 1),
    column: Math.min(Math.max(target.column, 0), size.columns - 1),
  };
}

function targetOf(
  { row, column }: GridPosition,
  key: string,
  ctrl: boolean,
  { rows, columns, page }: GridSize,
): GridPosition | null {
  switch (key) {
    case 'ArrowUp':
      return { row: ctrl ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: ctrl ? rows - 1 : row + 1, column };
    case 'ArrowLeft':
      return { row, column: ctrl ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: ctrl ? columns - 1 : column + 1 };
    case 'Home':
      return { row: ctrl ? 0 : row, column: 0 };
    case 'End':
      return { row: ctrl ? rows - 1 : row, column: columns - 1 };
    case 'PageUp':
      return { row: row - page, column };
    case 'PageDown':
      return { row: row + page, column };
    default:
      return null;
  }
}

/**
 * The next or previous cell where Tab `stops`. After the last in a row, Tab continues below the column where
 * it began, as in a spreadsheet; null at the end of the grid.
 */
export function moveByTab(
  from: GridPosition,
  direction: 1 | -1,
  { rows, columns, began }: { rows: number; columns: number; began: number },
  stops: (at: GridPosition) => boolean,
): GridPosition | null {
  let { row, column } = from;
  while (row >= 0 && row < rows) {
    for (column += direction; column >= 0 && column < columns; column += direction) {
      if (stops({ row, column })) return { row, column };
    }
    row += direction;
    column = direction === 1 ? Math.min(began, from.column) - 1 : columns;
  }
  return null;
}

export function areaBetween(one: GridPosition, other: GridPosition): GridArea {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

export function isInArea({ row, column }: GridPosition, area: GridArea): boolean {
  return row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
}

export const cellsIn = ({ top, bottom, left, right }: GridArea): number =>
  (bottom - top + 1) * (right - left + 1);

import type { ProductSortField } from '@storefleet/contract/catalogue/catalogue-constants';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import {
  areaOf,
  type Cards,
  type Column,
  numberColumn,
  type Sheet,
} from '../../../components/data-table/columns.ts';
import { COLUMN_IDS, type ColumnId, type GridColumn, isNumeric, isSortable } from './columns.ts';
import { type GridLayout, placedColumns, withMoved, withWidth } from './grid-layout.ts';
import type { GridRow } from './grid-rows.ts';
import { useColumns } from './use-columns.ts';

type Placed = ReturnType<typeof placedColumns>[number];

const ROW_HEIGHT = { compact: 32, comfortable: 44 } as const;
const SELECT_WIDTH = 40;
/** Pixels per share for a pinned column, which cannot grow. */
const PINNED_SHARE = 50;

/** A screen's table: columns, card layout and sheet. */
export function useGridTable(
  layout: GridLayout,
  onLayout: (layout: GridLayout) => void,
  /** The select-all checkbox, if rows can be selected; stable. */
  selectHead?: ReactNode,
) {
  const latest = useRef({ layout, onLayout });
  latest.current = { layout, onLayout };
  const onResize = useCallback<Sheet['onResize']>((columnId, width) => {
    const { layout: now, onLayout: change } = latest.current;
    const column = now.columns.find(({ id }) => id === columnId);
    if (column) change(withWidth(now, column.id, width));
  }, []);
  const onMove = useCallback<Sheet['onMove']>((columnId, placeOf) => {
    const { layout: now, onLayout: change } = latest.current;
    const column = now.columns.find(({ id }) => id === columnId);
    const to = now.columns.findIndex(({ id }) => id === placeOf);
    if (column) change(withMoved(now, column.id, to));
  }, []);
  const columnOf = useColumns();
  const shown = useMemo(() => placedColumns(layout, columnOf), [layout, columnOf]);
  const table = useMemo(() => {
    const columns = selectHead === undefined ? [] : [selectColumn(selectHead)];
    let at = columns.length * SELECT_WIDTH;
    let minWidth = at;
    for (const column of shown) {
      columns.push(tableColumn(column, at));
      if (column.pinned) at += fixedWidth(column);
      minWidth += column.pinned || column.chosen !== undefined ? fixedWidth(column) : column.width;
    }
    const sheet: Sheet = { density: layout.density, minWidth, onResize, onMove };
    const isSelectable = selectHead !== undefined;
    const ofProduct = shown.filter(({ of, kind }) => kind === 'name' || of === 'product');
    const productAreas = cardsOf(ofProduct, isSelectable).areas;
    return { columns, cards: cardsOf(shown, isSelectable), productAreas, sheet };
  }, [shown, selectHead, layout.density, onResize, onMove]);
  return { ...table, shown, rowHeight: ROW_HEIGHT[layout.density] };
}

const fixedWidth = ({ chosen, width, grow }: Placed) => chosen ?? Math.round(width + grow * PINNED_SHARE);

function tableColumn(column: Placed, at: number): Column<GridRow, ProductSortField> {
  const { id, label, kind, chosen, pinned, width, grow, definitions } = column;
  const fixed = pinned || chosen !== undefined;
  const shared = {
    width: fixed ? `${fixedWidth(column)}px` : `minmax(${width}px, ${grow}fr)`,
    ...(isSortable(id) && { sort: id }),
    ...(pinned && { pinnedAt: at }),
  };
  if (isNumeric(column)) return numberColumn(id, label, { ...shared, cardLabel: label });
  return {
    id,
    label,
    ...shared,
    namesRow: kind === 'name',
    ...(kind === 'code' && { look: 'code' }),
    ...(definitions && { cardLabel: label }),
  };
}

function selectColumn(head: ReactNode): Column<GridRow, ProductSortField> {
  return { id: 'select', label: 'Select', head, width: `${SELECT_WIDTH}px`, skeleton: 'none', pinnedAt: 0 };
}

/** The name, then text columns in pairs and amounts in pairs. */
function cardsOf(shown: readonly GridColumn[], isSelectable: boolean): Cards {
  const inOrder = shown.toSorted((one, other) => placeInMenu(one) - placeInMenu(other));
  const ids = (wanted: (column: GridColumn) => boolean) => inOrder.filter(wanted).map(({ id }) => areaOf(id));
  const lines = [
    ...ids(({ kind }) => kind === 'name').map((id) => [id, id]),
    ...inPairs(ids((column) => column.kind !== 'name' && !isNumeric(column))),
    ...inPairs(ids(isNumeric)),
  ];
  return {
    areas: lines.map((line) => `"${isSelectable ? 'select ' : ''}${line.join(' ')}"`).join(' '),
    ...(isSelectable && { columns: '1.25rem minmax(0, 1fr) minmax(0, 1fr)' }),
  };
}

function placeInMenu({ id }: GridColumn): number {
  const place = (COLUMN_IDS as readonly ColumnId[]).indexOf(id);
  return place < 0 ? COLUMN_IDS.length : place;
}

function inPairs<Id>(ids: readonly Id[]): (readonly [Id, Id])[] {
  return ids.flatMap((id, index) => (index % 2 === 0 ? [[id, ids[index + 1] ?? id] as const] : []));
}

import { marginPercent } from '@storefleet/contract/values/money/decimal';
import { IconCheck } from '@tabler/icons-react';
import { memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Cell } from '../../../../components/data-table/table-row.tsx';
import { Margin } from '../../../../components/text/margin.tsx';
import { provenanceOf } from '../../../history/provenance/shown-value.ts';
import type { GridColumn } from '../../../products/grid/columns.ts';
import { CellContent } from '../../../products/grid/grid-cells.tsx';
import type { GridRow } from '../../../products/grid/grid-rows.ts';
import type { CellEdits } from '../../cell-edits.ts';
import { NORMAL_CELL } from '../../cell-state.ts';
import { editCellOf, idOf } from '../../edit-cell.ts';
import { editsIn, type GridParts } from '../../editing.ts';
import { CELL_VIEW } from '../../grid/grid-store.ts';
import classes from './sheet-cell.module.css';

type Props = GridParts & { row: GridRow; column: GridColumn; index: number; hasSku: boolean; found: boolean };

const unchanging = () => () => undefined;

/** A grid cell. Renders when its own state changes, never while typing. */
export const SheetCell = memo(function SheetCell({
  row,
  column,
  index,
  hasSku,
  found,
  grid,
  editing,
}: Props) {
  const edits = editsIn(editing);
  const cell = editCellOf(row, column);
  const id = cell && idOf(cell);
  const view = useSyncExternalStore(grid.subscribe, () => grid.viewOf(row.key, index));
  const state = useSyncExternalStore(id === null ? unchanging : edits.subscribe, () =>
    id === null ? NORMAL_CELL : edits.stateOf(id),
  );
  const element = useRef<HTMLTableCellElement>(null);
  const isActive = (view & CELL_VIEW.active) !== 0;
  const isSelected = (view & CELL_VIEW.selected) !== 0;
  const isEditing = (view & CELL_VIEW.editing) !== 0 && cell !== null;

  useLayoutEffect(() => {
    if (!isActive || isEditing || !grid.wantsFocus()) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isActive, isEditing, grid]);

  return (
    <Cell
      ref={element}
      column={column.id}
      aria-selected={isSelected}
      aria-readonly={cell === null}
      tabIndex={view & CELL_VIEW.tabStop ? 0 : -1}
      aria-invalid={state.problem ? true : undefined}
      aria-busy={state.saving || undefined}
      className={classes.cell}
      data-sheet-cell={index}
      {...shownValue(row, column)}
      data-found={found || undefined}
      data-edited={cell !== null || undefined}
      data-status={state.status}
      data-drafted={state.drafted || undefined}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-editing={(isEditing && editing !== null) || undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget) grid.focused(row.key, index);
      }}
    >
      {isEditing && editing ? (
        <editing.OpenCell cell={cell} grid={grid} editing={editing} />
      ) : (
        <>
          {state.status === 'success' && (
            <IconCheck size={14} stroke={2} aria-hidden className={classes.done} />
          )}
          {state.status === 'updating' && <span className={classes.spinner} aria-hidden />}
          {column.id === 'margin' ? (
            <RowMargin row={row} edits={edits} />
          ) : (
            <CellContent row={row} column={column} hasSku={hasSku} shown={state.shown} />
          )}
        </>
      )}
      {cell && id && editing && state.problem && (
        <editing.ProblemMark
          id={id}
          cell={cell}
          problem={state.problem}
          opened={(view & CELL_VIEW.focused) !== 0}
          edits={editing.edits}
          onOpen={() => {
            const place = grid.placeOf(row.key);
            if (place !== undefined) grid.activate({ row: place, column: index });
            element.current?.focus({ preventScroll: true });
          }}
          onDone={() => element.current?.focus({ preventScroll: true })}
        />
      )}
    </Cell>
  );
});

function shownValue({ item, variant, nested }: GridRow, { attribute, of }: GridColumn) {
  // Past values have no provenance popover.
  if (attribute === undefined || item.product.past) return {};
  const productId = item.product.id;
  if (of === 'product') return nested ? {} : provenanceOf({ productId, variantId: null, attribute });
  return variant === null ? {} : provenanceOf({ productId, variantId: variant.id, attribute });
}

/** Follows the values shown in its row. */
function RowMargin({ row, edits }: { row: GridRow; edits: Pick<CellEdits, 'subscribe' | 'shownValue'> }) {
  const margin = useSyncExternalStore(edits.subscribe, () =>
    marginPercent(edits.shownValue({ row, field: 'price' }), edits.shownValue({ row, field: 'cost' })),
  );
  return row.variant && <Margin percent={margin} />;
}

import { EDITABLE_ATTRIBUTE_LABELS } from '@storefleet/contract/constants';
import { IconCheck } from '@tabler/icons-react';
import { memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Cell } from '../../../components/data-table/table-row.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { formatMoney } from '../../../lib/format/format-money.ts';
import type { GridRow } from '../../products/grid/grid-rows.ts';
import type { CellState } from '../cell-state.ts';
import { saveTyped, textToEdit } from '../grid/grid-actions.ts';
import type { PlannedValue } from '../grid/paste-plan.ts';
import { CELL_VIEW, type PriceGridStore } from '../grid/price-grid-store.ts';
import { cellId, currencyOf, PRICE_FIELDS, type PriceCell, storedValue } from '../price-cell.ts';
import type { PriceEdits } from '../price-edits.ts';
import { CellEditor, type EditorExit } from './cell-editor.tsx';
import { CellProblemMark } from './cell-problem-mark.tsx';
import classes from './price-grid.module.css';

export type PriceGridParts = {
  edits: PriceEdits;
  grid: PriceGridStore;
  /** Puts a copied table onto the selected cells. */
  onPasteTable: (table: string[][]) => void;
  /** Saves a typed value. False where somebody is asked about it first. */
  onSave: (change: PlannedValue) => boolean;
};

type Props = PriceGridParts & { row: GridRow; column: number };

/** A price or cost. It renders when its own state changes, and never while somebody types. */
export const MoneyCell = memo(function MoneyCell({ row, column, ...parts }: Props) {
  const { edits, grid } = parts;
  const field = PRICE_FIELDS[column] ?? 'price';
  const id = cellId(row.key, field);
  const view = useSyncExternalStore(grid.subscribe, () => grid.viewOf(row.key, column));
  const state = useSyncExternalStore(edits.subscribe, () => edits.stateOf(id));
  const element = useRef<HTMLTableCellElement>(null);
  const isActive = (view & CELL_VIEW.active) !== 0;
  const isSelected = (view & CELL_VIEW.selected) !== 0;
  const isEditing = (view & CELL_VIEW.editing) !== 0;

  useLayoutEffect(() => {
    if (isActive && !isEditing && grid.wantsFocus()) element.current?.focus({ preventScroll: true });
  }, [isActive, isEditing, grid]);

  const cell: PriceCell = { row, field };
  const label = EDITABLE_ATTRIBUTE_LABELS[field];
  return (
    <Cell
      ref={element}
      column={field}
      aria-selected={isSelected}
      aria-readonly={false}
      tabIndex={view & CELL_VIEW.tabStop ? 0 : -1}
      aria-invalid={state.problem ? true : undefined}
      aria-busy={state.saving || undefined}
      className={classes.money}
      data-price-cell
      data-status={state.status}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-editing={isEditing || undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget) grid.focused(row.key, column);
      }}
    >
      {isEditing ? (
        <OpenCell cell={cell} {...parts} />
      ) : (
        <MoneyValue cell={cell} state={state} what={label.toLowerCase()} />
      )}
      {state.problem && (
        <CellProblemMark
          id={id}
          cell={cell}
          problem={state.problem}
          opened={(view & CELL_VIEW.focused) !== 0}
          edits={edits}
          onOpen={() => {
            const place = grid.placeOf(row.key);
            if (place !== undefined) grid.activate({ row: place, column });
            element.current?.focus({ preventScroll: true });
          }}
          onDone={() => element.current?.focus({ preventScroll: true })}
        />
      )}
    </Cell>
  );
});

function MoneyValue({ cell, state, what }: { cell: PriceCell; state: CellState; what: string }) {
  const value = state.shown === undefined ? storedValue(cell) : state.shown;
  return (
    <span className={classes.value}>
      {state.status === 'success' && <IconCheck size={14} stroke={2} aria-hidden className={classes.done} />}
      {state.status === 'updating' && <span className={classes.spinner} aria-hidden />}
      {value === null ? <Absent what={what} /> : formatMoney(value, currencyOf(cell))}
    </span>
  );
}

function OpenCell({ cell, edits, grid, onPasteTable, onSave: save }: PriceGridParts & { cell: PriceCell }) {
  const typed = grid.editedText();

  const onSave = (text: string, exit: EditorExit) => {
    const saved = saveTyped(edits, { cell, typed: text, looked: exit === 'away' }, save);
    if (exit === 'away') grid.stopEditing({ focus: false });
    else if (exit !== 'gone') grid.leaveEditor(exit, saved);
  };
  return (
    <CellEditor
      cell={cell}
      text={typed ?? textToEdit(edits, cell)}
      selected={typed === null}
      onSave={onSave}
      onCancel={() => grid.stopEditing({ focus: true })}
      onPasteTable={(table) => {
        grid.stopEditing({ focus: true });
        onPasteTable(table);
      }}
      watch={grid.watchEditor}
    />
  );
}

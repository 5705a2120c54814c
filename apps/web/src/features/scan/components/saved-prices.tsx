import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { Arrow } from '../../../components/text/arrow.tsx';
import { formatMoney } from '../../../lib/format/format-money.ts';
import type { CellEdits } from '../../bulk-price/cell-edits.ts';
import { CellProblemMark } from '../../bulk-price/components/cells/cell-problem-mark.tsx';
import { currencyOf, type EditCell, idOf, variantName } from '../../bulk-price/edit-cell.ts';
import classes from './scan-dialog.module.css';

export type SavedPrice = {
  readonly cell: EditCell;
  readonly from: string | null;
  readonly to: string;
  /** The old price was restored. */
  readonly undone: boolean;
};

type Props = {
  saved: readonly SavedPrice[];
  edits: CellEdits;
  onChange: (saved: readonly SavedPrice[]) => void;
};

/** Prices saved in this session, newest first, each with undo. */
export function SavedPrices({ saved, edits, onChange }: Props) {
  if (saved.length === 0) return null;
  const undo = (entry: SavedPrice, old: string) => {
    edits.submit([{ cell: entry.cell, value: old, basedOn: entry.to }]);
    onChange(
      saved.map((each) => (each === entry ? { ...each, from: each.to, to: old, undone: true } : each)),
    );
  };
  return (
    <ul className={classes.saved} aria-label="Prices in this session">
      {saved.map((entry) => (
        <SavedLine key={idOf(entry.cell)} entry={entry} edits={edits} onUndo={undo} />
      ))}
    </ul>
  );
}

type LineProps = { entry: SavedPrice; edits: CellEdits; onUndo: (entry: SavedPrice, old: string) => void };

function SavedLine({ entry, edits, onUndo }: LineProps) {
  const { cell, from, to, undone } = entry;
  const id = idOf(cell);
  const { saving, problem } = useSyncExternalStore(edits.subscribe, () => edits.stateOf(id));
  const [looked, setLooked] = useState(false);
  const money = (value: string | null) =>
    value === null ? 'no price' : formatMoney(value, currencyOf(cell));
  return (
    <li className={classes.line}>
      {problem && (
        <CellProblemMark
          id={id}
          cell={cell}
          problem={problem}
          opened={looked}
          edits={edits}
          onOpen={() => setLooked(true)}
          onDone={() => setLooked(false)}
        />
      )}
      <span className={classes.lineText} data-problem={problem !== null || undefined}>
        <span className={classes.name}>{variantName(cell.row)}</span>
        <span className={`${classes.detail} tabular`}>
          {cell.row.item.store_name} · {money(from)}
          <Arrow />
          {money(to)} · {problem ? 'not saved' : saving ? 'saving' : undone ? 'undone' : 'saved'}
        </span>
      </span>
      {!problem && !saving && !undone && from !== null && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Undo the price of ${variantName(cell.row)} in ${cell.row.item.store_name}`}
          onClick={() => onUndo(entry, from)}
        >
          Undo
        </Button>
      )}
    </li>
  );
}

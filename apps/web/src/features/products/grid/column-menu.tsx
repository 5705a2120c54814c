import { ActionIcon, Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPin, IconPinnedFilled } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { StoreChoice } from '../search-address.ts';
import classes from './column-menu.module.css';
import type { ColumnId } from './columns.ts';
import {
  type Density,
  type GridLayout,
  isSameLayout,
  withColumn,
  withMoved,
  withPinned,
  withWidth,
} from './grid-layout.ts';
import { useColumnIds, useColumns } from './use-columns.ts';

type Props = {
  layout: GridLayout;
  /** The screen's default. */
  atFirst: GridLayout;
  stores: StoreChoice;
  onChange: (layout: GridLayout) => void;
};

/** Pixels per keyboard resize step. */
const STEP = 16;

/** Visible columns, their order, and row density. */
export function ColumnMenu({ layout, atFirst, stores, onChange }: Props) {
  const columnOf = useColumns();
  const all = useColumnIds(stores);
  const { columns, pinned } = layout;
  const hidden = all.filter((id) => !columns.some((column) => column.id === id));
  /** Rendered width of a column. */
  const widthOf = (id: ColumnId) =>
    document.querySelector(`[role="columnheader"][data-column="${id}"]`)?.getBoundingClientRect().width ?? 0;

  const onKeyDown = (id: ColumnId, at: number) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    const moves = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    onChange(moves ? withMoved(layout, id, at + step) : withWidth(layout, id, widthOf(id) + step * STEP));
  };

  return (
    <div className={classes.menu}>
      <div className={classes.look}>
        <SegmentedControl
          size="xs"
          aria-label="Density"
          value={layout.density}
          data={[
            { value: 'compact', label: 'Compact' },
            { value: 'comfortable', label: 'Comfortable' },
          ]}
          onChange={(density) => onChange({ ...layout, density: density as Density })}
        />
        <Checkbox
          label="Group by product"
          checked={layout.grouped}
          onChange={(event) => onChange({ ...layout, grouped: event.currentTarget.checked })}
        />
      </div>
      <ul className={classes.list} aria-label="Columns">
        {[...columns.map(({ id }) => id), ...hidden].map((id, at) => (
          <li key={id} className={classes.column} onKeyDown={onKeyDown(id, at)}>
            <Checkbox
              className={classes.choice}
              label={columnOf(id).label}
              checked={at < columns.length}
              disabled={at === 0 && columns.length === 1}
              onChange={(event) => onChange(withColumn(layout, id, event.currentTarget.checked))}
            />
            {at < columns.length && (
              <>
                <Tool
                  label={`Move ${columnOf(id).label} up`}
                  disabled={at === 0}
                  onClick={() => onChange(withMoved(layout, id, at - 1))}
                >
                  <IconArrowUp size={14} aria-hidden />
                </Tool>
                <Tool
                  label={`Move ${columnOf(id).label} down`}
                  disabled={at === columns.length - 1}
                  onClick={() => onChange(withMoved(layout, id, at + 1))}
                >
                  <IconArrowDown size={14} aria-hidden />
                </Tool>
                <Tool
                  label={`Pin ${columnOf(id).label}`}
                  pressed={at < pinned}
                  onClick={() => onChange(withPinned(layout, id, at >= pinned))}
                >
                  {at < pinned ? (
                    <IconPinnedFilled size={14} aria-hidden />
                  ) : (
                    <IconPin size={14} aria-hidden />
                  )}
                </Tool>
              </>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <p className={classes.hint}>With Alt, the arrow keys move a column or change its width.</p>
        <Button
          size="compact-xs"
          variant="default"
          disabled={isSameLayout(layout, atFirst)}
          onClick={() => onChange(atFirst)}
        >
          Reset
        </Button>
      </div>
    </div>
  );
}

type ToolProps = {
  label: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function Tool({ label, pressed, disabled = false, onClick, children }: ToolProps) {
  return (
    <ActionIcon size="sm" aria-label={label} aria-pressed={pressed} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

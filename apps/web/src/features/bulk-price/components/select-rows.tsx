import { formatQuantity } from '@storefleet/contract/values/quantity';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Cell, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { SelectCheckbox } from '../../../components/select-checkbox.tsx';
import type { GridRow } from '../../products/grid/grid-rows.ts';
import type { ToggleRow } from '../../products/selection/use-row-selection.ts';
import { usePartState, useSelection } from '../../products/selection/use-selection.ts';

type Props = RowPosition &
  Pick<ComponentProps<typeof TableRow>, 'cardAreas'> & {
    row: GridRow;
    onToggle: ToggleRow;
    children: ReactNode;
  };

/** A row with a checkbox. Selecting re-renders only these two, not the cells. */
export function SelectableRow({ row, onToggle, children, ...position }: Props) {
  const state = usePartState(useSelection(), row.variantIds);
  return (
    <TableRow {...position} selected={state !== 'none'} joined={!row.beginsProduct}>
      <Cell column="select">
        <SelectCheckbox
          state={state}
          label={`Select ${nameOf(row)}`}
          onToggle={(options) => onToggle(position.index, options)}
        />
      </Cell>
      {children}
    </TableRow>
  );
}

function nameOf({ item, variant, variantTitle, variantIds }: GridRow): string {
  const { title } = item.product;
  if (variant === null) return `all ${formatQuantity(variantIds.length, 'variant')} of ${title}`;
  return variantTitle ? `${title} / ${variantTitle}` : title;
}

/** The select-all checkbox. */
export function SelectAll({ rows, onToggle }: { rows: readonly GridRow[]; onToggle: () => void }) {
  const variantIds = useMemo(() => rows.flatMap((row) => row.variantIds), [rows]);
  const state = usePartState(useSelection(), variantIds);
  return <SelectCheckbox state={state} label="Select all rows shown" onToggle={onToggle} />;
}

import { marginPercent } from '@storefleet/contract/values/decimal';
import { memo, useSyncExternalStore } from 'react';
import { Cell, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { Margin } from '../../../components/text/margin.tsx';
import type { GridColumn } from '../../products/grid/columns.ts';
import { GridCells } from '../../products/grid/grid-cells.tsx';
import type { GridRow } from '../../products/grid/grid-rows.ts';
import { PRICE_FIELDS } from '../price-cell.ts';
import type { PriceEdits } from '../price-edits.ts';
import { MoneyCell, type PriceGridParts } from './money-cell.tsx';
import classes from './price-grid.module.css';

type Props = PriceGridParts & RowPosition & { row: GridRow; columns: readonly GridColumn[] };

export const PriceRow = memo(function PriceRow({ row, columns, index, offset, ref, ...parts }: Props) {
  return (
    <TableRow index={index} offset={offset} ref={ref} joined={!row.beginsProduct} className={classes.row}>
      <GridCells
        row={row}
        columns={columns}
        draw={({ id }) => {
          const field = PRICE_FIELDS.findIndex((name) => name === id);
          if (field >= 0) return <MoneyCell key={id} row={row} column={field} {...parts} />;
          if (id !== 'margin') return undefined;
          return (
            <Cell key={id} column={id}>
              <RowMargin row={row} edits={parts.edits} />
            </Cell>
          );
        }}
      />
    </TableRow>
  );
});

/** Follows what the two cells beside it show. */
function RowMargin({ row, edits }: { row: GridRow; edits: PriceEdits }) {
  const margin = useSyncExternalStore(edits.subscribe, () =>
    marginPercent(edits.shownValue({ row, field: 'price' }), edits.shownValue({ row, field: 'cost' })),
  );
  return <Margin percent={margin} />;
}

import { marginPercent } from '@storefleet/contract/values/decimal';
import { memo, useSyncExternalStore } from 'react';
import { Cell, CellDetail, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { Margin } from '../../../components/text/margin.tsx';
import { ProductLink } from '../../products/components/product-link.tsx';
import type { ResultRow } from '../../products/result-rows.ts';
import { PRICE_FIELDS } from '../price-cell.ts';
import type { PriceEdits } from '../price-edits.ts';
import { MoneyCell, type PriceGridParts } from './money-cell.tsx';
import classes from './price-grid.module.css';

type Props = PriceGridParts & RowPosition & { row: ResultRow };

export const PriceRow = memo(function PriceRow({ row, index, offset, ref, ...parts }: Props) {
  const { item, variant, variantTitle, beginsProduct } = row;
  return (
    <TableRow index={index} offset={offset} ref={ref} joined={!beginsProduct} className={classes.row}>
      <Cell column="title">
        <span className={beginsProduct ? classes.name : classes.repeatedName}>
          {beginsProduct ? (
            <ProductLink id={item.product.id} title={item.product.title} />
          ) : (
            item.product.title
          )}
        </span>
        {variantTitle && <span className={classes.variant}>{variantTitle}</span>}
      </Cell>
      <Cell column="barcode">
        {variant.sku ?? <Absent what="SKU" />}
        <CellDetail>{variant.barcode ?? <Absent what="barcode" />}</CellDetail>
      </Cell>
      {PRICE_FIELDS.map((field, column) => (
        <MoneyCell key={field} row={row} column={column} {...parts} />
      ))}
      <Cell column="margin" className={classes.muted}>
        <RowMargin row={row} edits={parts.edits} />
      </Cell>
      <Cell column="store_name">{item.store_name}</Cell>
    </TableRow>
  );
});

/** Follows what the two cells beside it show. */
function RowMargin({ row, edits }: { row: ResultRow; edits: PriceEdits }) {
  const margin = useSyncExternalStore(edits.subscribe, () =>
    marginPercent(edits.shownValue({ row, field: 'price' }), edits.shownValue({ row, field: 'cost' })),
  );
  return <Margin percent={margin} />;
}

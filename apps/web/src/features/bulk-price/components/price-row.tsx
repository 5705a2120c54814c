import { memo, type Ref, useSyncExternalStore } from 'react';
import { Absent } from '../../../components/absent.tsx';
import type { ResultRow } from '../../products/result-rows.ts';
import { marginPercent } from '../amounts.ts';
import { PRICE_FIELDS } from '../price-cell.ts';
import type { PriceEdits } from '../price-edits.ts';
import { gridRoles } from './grid-roles.ts';
import { MoneyCell, type PriceGridParts } from './money-cell.tsx';
import classes from './price-grid.module.css';

type Props = PriceGridParts & {
  row: ResultRow;
  index: number;
  offset: number;
  ref: Ref<HTMLTableRowElement>;
};

export const PriceRow = memo(function PriceRow({ row, index, offset, ref, ...parts }: Props) {
  const { item, variant, variantTitle, beginsProduct } = row;
  return (
    <tr
      ref={ref}
      {...gridRoles.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-begins-product={beginsProduct || undefined}
      className={`${classes.row} ${classes.bodyRow}`}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <th {...gridRoles.rowheader} scope="row" className={classes.cell} data-column="title">
        <span className={classes.name}>{item.product.title}</span>
        {variantTitle && <span className={classes.variant}>{variantTitle}</span>}
      </th>
      <td {...gridRoles.fixedCell} className={`${classes.cell} ${classes.codes} code`} data-column="barcode">
        <span>{variant.sku ?? <Absent what="SKU" />}</span>
        <span className={classes.barcode}>{variant.barcode ?? <Absent what="barcode" />}</span>
      </td>
      {PRICE_FIELDS.map((field, column) => (
        <MoneyCell key={field} row={row} column={column} {...parts} />
      ))}
      <td
        {...gridRoles.fixedCell}
        className={`${classes.cell} tabular`}
        data-column="margin"
        data-label="Margin"
      >
        <Margin row={row} edits={parts.edits} />
      </td>
      <td {...gridRoles.fixedCell} className={classes.cell} data-column="store_name">
        {item.store_name}
      </td>
    </tr>
  );
});

/** Follows what the two cells beside it show. */
function Margin({ row, edits }: { row: ResultRow; edits: PriceEdits }) {
  const margin = useSyncExternalStore(edits.subscribe, () =>
    marginPercent(edits.shownValue({ row, field: 'price' }), edits.shownValue({ row, field: 'cost' })),
  );
  if (margin === null) return <Absent what="margin" />;
  return (
    <span className={classes.margin} data-loss={margin.startsWith('-') || undefined}>
      {margin.replace('-', '−')}%
    </span>
  );
}

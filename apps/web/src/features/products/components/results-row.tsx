import type { SearchResultItem, Variant } from '@storefleet/contract/products';
import { formatQuantity } from '@storefleet/contract/quantity';
import { Link } from '@tanstack/react-router';
import { memo, type Ref } from 'react';
import { paths } from '../../../app/paths.ts';
import { Absent } from '../../../components/absent.tsx';
import { SelectCheckbox } from '../../../components/select-checkbox.tsx';
import { formatMoney } from '../../../lib/format-money.ts';
import type { ToggleRow } from '../selection/use-row-selection.ts';
import { usePartState, useSelection } from '../selection/use-selection.ts';
import type { TableRow } from '../table-rows.ts';
import classes from './results-table.module.css';

type Props = {
  row: TableRow;
  index: number;
  /** From the top of the rows, in pixels. */
  offset: number;
  onToggle: ToggleRow;
  ref: Ref<HTMLTableRowElement>;
};

export const ResultsRow = memo(function ResultsRow({ row, index, offset, onToggle, ref }: Props) {
  const state = usePartState(useSelection(), row.variantIds);
  return (
    <tr
      ref={ref}
      aria-rowindex={index + 2}
      data-index={index}
      data-begins-product={row.kind === 'product' || !row.nested || undefined}
      data-nested={(row.kind === 'variant' && row.nested) || undefined}
      data-selected={state !== 'none' || undefined}
      className={`${classes.row} ${classes.bodyRow}`}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <td className={classes.cell} data-column="select">
        <SelectCheckbox
          state={state}
          label={`Select ${nameOf(row)}`}
          onToggle={(options) => onToggle(index, options)}
        />
      </td>
      {row.kind === 'product' ? (
        <ProductCells item={row.item} />
      ) : (
        <VariantCells item={row.row.item} variant={row.row.variant} row={row} />
      )}
    </tr>
  );
});

function nameOf(row: TableRow): string {
  if (row.kind === 'product')
    return `all ${formatQuantity(row.variantIds.length, 'variant')} of ${row.item.product.title}`;
  const { item, variantTitle } = row.row;
  return variantTitle ? `${item.product.title} / ${variantTitle}` : item.product.title;
}

/** A product over its variants, which hold the codes and amounts. */
function ProductCells({ item }: { item: SearchResultItem }) {
  const { product } = item;
  return (
    <>
      <td className={classes.cell} data-column="title">
        <span className={classes.name}>{product.title}</span>
        <span className={classes.details}>{formatQuantity(product.variants.length, 'variant')}</span>
      </td>
      <td className={classes.cell} data-column="barcode" />
      <td className={classes.cell} data-column="price" />
      <td className={classes.cell} data-column="cost" />
      <td className={classes.cell} data-column="store_name">
        <StoreLink item={item} />
      </td>
    </>
  );
}

type VariantProps = {
  item: SearchResultItem;
  variant: Variant;
  row: Extract<TableRow, { kind: 'variant' }>;
};

function VariantCells({ item, variant, row }: VariantProps) {
  const { product, store_currency } = item;
  const { variantTitle } = row.row;
  return (
    <>
      <td className={classes.cell} data-column="title">
        {row.nested ? (
          <span className={classes.nestedName}>
            <span className={classes.srOnly}>{product.title} </span>
            {variantTitle ?? product.title}
            {variant.sku && <Sku sku={variant.sku} />}
          </span>
        ) : (
          <>
            <span className={classes.name}>{product.title}</span>
            {(variantTitle || variant.sku) && (
              <span className={classes.details}>
                {variantTitle && <span className={classes.variant}>{variantTitle}</span>}
                {variant.sku && <Sku sku={variant.sku} />}
              </span>
            )}
          </>
        )}
      </td>
      <td className={`${classes.cell} code`} data-column="barcode">
        {variant.barcode ?? <Absent what="barcode" />}
      </td>
      <td className={`${classes.cell} tabular`} data-column="price" data-label="Price">
        {variant.price === null ? <Absent what="price" /> : formatMoney(variant.price, store_currency)}
      </td>
      <td className={`${classes.cell} tabular`} data-column="cost" data-label="Cost">
        {variant.cost === null ? <Absent what="cost" /> : formatMoney(variant.cost, store_currency)}
      </td>
      <td className={classes.cell} data-column="store_name">
        {row.nested ? <span className={classes.srOnly}>{item.store_name}</span> : <StoreLink item={item} />}
      </td>
    </>
  );
}

function Sku({ sku }: { sku: string }) {
  return (
    <span className={`${classes.sku} code`}>
      <span className={classes.srOnly}>SKU </span>
      {sku}
    </span>
  );
}

function StoreLink({ item }: { item: SearchResultItem }) {
  return (
    <Link to={paths.store} params={{ storeId: item.store_id }} className={classes.store}>
      {item.store_name}
    </Link>
  );
}

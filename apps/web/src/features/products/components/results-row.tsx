import type { SearchResultItem, Variant } from '@storefleet/contract/catalogue/products';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { paths } from '../../../app/paths.ts';
import { ProductName, Sku } from '../../../components/data-table/product-name.tsx';
import { Cell, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { SelectCheckbox } from '../../../components/select-checkbox.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { formatMoney } from '../../../lib/format/format-money.ts';
import type { ToggleRow } from '../selection/use-row-selection.ts';
import { usePartState, useSelection } from '../selection/use-selection.ts';
import type { TableRow as ResultLine } from '../table-rows.ts';
import { ProductLink } from './product-link.tsx';
import classes from './results-table.module.css';

type Props = RowPosition & { row: ResultLine; onToggle: ToggleRow };

export const ResultsRow = memo(function ResultsRow({ row, onToggle, ...position }: Props) {
  const state = usePartState(useSelection(), row.variantIds);
  const isNested = row.kind === 'variant' && row.nested;
  return (
    <TableRow
      {...position}
      selected={state !== 'none'}
      joined={isNested}
      className={`${classes.row} ${isNested ? classes.nested : ''}`}
    >
      <Cell column="select">
        <SelectCheckbox
          state={state}
          label={`Select ${nameOf(row)}`}
          onToggle={(options) => onToggle(position.index, options)}
        />
      </Cell>
      {row.kind === 'product' ? (
        <ProductCells item={row.item} />
      ) : (
        <VariantCells item={row.row.item} variant={row.row.variant} row={row} />
      )}
    </TableRow>
  );
});

function nameOf(row: ResultLine): string {
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
      <Cell column="title">
        <ProductName title={<ProductLink id={product.id} title={product.title} />}>
          {formatQuantity(product.variants.length, 'variant')}
        </ProductName>
      </Cell>
      <Cell column="barcode" />
      <Cell column="price" />
      <Cell column="cost" />
      <Cell column="store_name">
        <StoreLink item={item} />
      </Cell>
    </>
  );
}

type VariantProps = {
  item: SearchResultItem;
  variant: Variant;
  row: Extract<ResultLine, { kind: 'variant' }>;
};

function VariantCells({ item, variant, row }: VariantProps) {
  const { product, store_currency } = item;
  const { variantTitle } = row.row;
  return (
    <>
      <Cell column="title">
        {row.nested ? (
          <span className={classes.nestedName}>
            <span className="sr-only">{product.title} </span>
            {variantTitle ?? product.title}
            {variant.sku && <Sku sku={variant.sku} />}
          </span>
        ) : (
          <ProductName
            title={<ProductLink id={product.id} title={product.title} />}
            variant={variantTitle}
            sku={variant.sku}
          />
        )}
      </Cell>
      <Cell column="barcode">{variant.barcode ?? <Absent what="barcode" />}</Cell>
      <Cell column="price">
        {variant.price === null ? <Absent what="price" /> : formatMoney(variant.price, store_currency)}
      </Cell>
      <Cell column="cost">
        {variant.cost === null ? <Absent what="cost" /> : formatMoney(variant.cost, store_currency)}
      </Cell>
      <Cell column="store_name">
        {row.nested ? <span className="sr-only">{item.store_name}</span> : <StoreLink item={item} />}
      </Cell>
    </>
  );
}

function StoreLink({ item }: { item: SearchResultItem }) {
  return (
    <Link to={paths.store} params={{ storeId: item.store_id }} className={classes.store}>
      {item.store_name}
    </Link>
  );
}

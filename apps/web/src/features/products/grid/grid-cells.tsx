import { attributeWord, isPlainAttribute, nameOfChoice } from '@storefleet/contract/attributes/attributes';
import { shownMetafield } from '@storefleet/contract/attributes/metafields';
import { valueIn } from '@storefleet/contract/values/attribute-value';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { use } from 'react';
import { ProductName, Sku } from '../../../components/data-table/product-name.tsx';
import { Picture } from '../../../components/picture/picture.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { Margin } from '../../../components/text/margin.tsx';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { formatMoment } from '../../../lib/format/format-time.ts';
import { productAddress, storeAddress } from '../../../lib/paths.ts';
import { AsOfContext } from '../../as-of/as-of-context.ts';
import { PastValue } from '../../as-of/components/past-value.tsx';
import { type ColumnId, currencyIn, type GridColumn } from './columns.ts';
import classes from './grid-cells.module.css';
import type { GridRow } from './grid-rows.ts';

type ContentProps = {
  row: GridRow;
  column: GridColumn;
  /** The SKU has its own column; otherwise it is shown next to the name. */
  hasSku: boolean;
  /** Overrides the row's value. */
  shown?: string | null | undefined;
};

/** Plain elements, even links: hundreds of them scroll by. The table handles their clicks. */
export function CellContent({ row, column, hasSku, shown }: ContentProps) {
  if (column.kind === 'name') {
    return (
      <span className={classes.named} data-nested={row.nested || undefined}>
        <span className={classes.picture}>
          {isFirstOfProduct(row) && <Picture url={row.item.product.image_url} size={PICTURE_SIZE} />}
        </span>
        <span className={classes.name}>
          <Name row={row} title={shown ?? row.item.product.title} hasSku={hasSku} />
        </span>
      </span>
    );
  }
  const value = shown === undefined ? heldIn(row, column) : shown || null;
  if (column.kind === 'store') {
    return value === undefined ? (
      <span className="sr-only">{row.item.store_name}</span>
    ) : (
      <a href={storeAddress(row.item.store_id)} className={classes.store}>
        {row.item.store_name}
      </a>
    );
  }
  if (value === undefined) return null;
  const text = <ValueText column={column} row={row} value={value} />;
  const past = pastOf(row, column);
  if (past === undefined) return text;
  return (
    <PastValue past={past} attribute={column.attribute} currency={currencyIn(column, row.item)}>
      {text}
    </PastValue>
  );
}

/** On a card; smaller in a sheet. */
const PICTURE_SIZE = 40;

const isFirstOfProduct = ({ variant, nested, beginsProduct }: GridRow) =>
  !nested && (variant === null || beginsProduct);

const pastOf = ({ item, variant }: GridRow, { of }: Pick<GridColumn, 'of'>) =>
  of === 'product' ? item.product.past : variant?.past;

/** The row's own value in a column; null for none, undefined if it belongs to another row. */
export function heldIn({ item, variant, nested }: GridRow, column: GridColumn): string | null | undefined {
  if (column.of === 'product') return nested ? undefined : column.read(item.product) || null;
  return variant === null ? undefined : column.read(variant) || null;
}

function Name({ row, title, hasSku }: { row: GridRow; title: string; hasSku: boolean }) {
  const { item, variant, variantTitle, nested, beginsProduct } = row;
  const { id, variants, past } = item.product;
  const asOf = use(AsOfContext);
  const sku = hasSku ? null : (variant?.sku ?? null);
  if (nested) {
    return (
      <span className={classes.nestedName}>
        <span className="sr-only">{title} </span>
        {variantTitle ?? title}
        {sku && <Sku sku={sku} />}
        {variant?.past?.existed === false && <span>{NOT_THERE}</span>}
      </span>
    );
  }
  if (variant !== null && !beginsProduct) {
    return (
      <ProductName
        title={<span className={classes.repeated}>{title}</span>}
        variant={variantTitle}
        sku={sku}
      />
    );
  }
  return (
    <ProductName
      title={
        <PastValue past={past?.existed ? past : undefined} attribute="title" currency="">
          {productLink(productAddress(id, asOf), title)}
        </PastValue>
      }
      variant={variantTitle}
      sku={sku}
    >
      {variant === null && <span>{formatQuantity(variants.length, 'variant')}</span>}
      {(variant ?? item.product).past?.existed === false && <span>{NOT_THERE}</span>}
    </ProductName>
  );
}

const NOT_THERE = 'Not in the catalogue then';

const ABSENT: Partial<Record<ColumnId, string>> = { sku: 'SKU' };

/** A formatted value. */
function ValueText({ column, row, value }: { column: GridColumn; row: GridRow; value: string | null }) {
  if (column.kind === 'percent') return <Margin percent={value} />;
  const { attribute } = column;
  if (value === null) {
    const owner = column.of === 'product' ? row.item.product : row.variant;
    const isUnread = attribute && owner && valueIn(owner, attribute) === undefined;
    if (isUnread) {
      const [definition] = column.definitions?.values() ?? [];
      return <Absent what={attributeWord(attribute, () => definition)} notRead />;
    }
    return <Absent what={ABSENT[column.id] ?? column.label.toLowerCase()} />;
  }
  switch (column.kind) {
    case 'money':
      return formatMoney(value, currencyIn(column, row.item));
    case 'time':
      return formatMoment(value);
    default:
      if (column.id === 'weight') return `${value} ${row.variant?.weight_unit ?? ''}`.trim();
      return formatChoice(column, row, value);
  }
}

function formatChoice(column: GridColumn, row: GridRow, value: string): string {
  const definition = column.definitions?.get(row.item.store_id);
  if (definition) return shownMetafield(definition, value) ?? value;
  return isPlainAttribute(column.id) ? (nameOfChoice(column.id, value) ?? value) : value;
}

function productLink(address: string, title: string) {
  return (
    <a href={address} className={classes.product}>
      {title}
    </a>
  );
}

import { type ListedAttribute, labelOf } from '@storefleet/contract/constants';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import { COLUMNS, type GridColumn } from '../products/grid/columns.ts';
import type { GridRow } from '../products/grid/grid-rows.ts';

/** Identified by the variant or, for product values, the product; never by row position. */
export type CellId = `${string}:${ListedAttribute}`;

export type EditCell = { row: GridRow; field: ListedAttribute };

/** A row's cell in a column; null if not editable. */
export function editCellOf(row: GridRow, { attribute, of }: GridColumn): EditCell | null {
  if (attribute === undefined || (of === 'product' ? row.nested : row.variant === null)) return null;
  return { row, field: attribute };
}

export function idOf({ row, field }: EditCell): CellId {
  return `${isProductAttribute(field) ? row.item.product.id : row.key}:${field}`;
}

/** The row's own value, as last loaded. */
export function storedValue({ row, field }: EditCell): string | null {
  const column = COLUMNS[field];
  if (column.of === 'product') return column.read(row.item.product) || null;
  return (row.variant && column.read(row.variant)) || null;
}

export const currencyOf = ({ row }: EditCell): string => row.item.store_currency;

/** "Blue Hat / Red", or just the title without options. */
export function variantName({ item, variantTitle }: GridRow): string {
  return variantTitle === null ? item.product.title : `${item.product.title} / ${variantTitle}`;
}

/** Name of the value's owner, for sentences. */
export function ownerName({ row, field }: EditCell): string {
  return isProductAttribute(field) ? row.item.product.title : variantName(row);
}

/** "Price of Blue Hat / Red" */
export const cellName = (cell: EditCell): string => `${labelOf(cell.field)} of ${ownerName(cell)}`;

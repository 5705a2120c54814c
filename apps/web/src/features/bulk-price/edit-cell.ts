import { EDITABLE_ATTRIBUTE_LABELS, type EditableAttribute } from '@storefleet/contract/constants';
import { isProductAttribute } from '@storefleet/contract/values/attribute-value';
import { COLUMNS, type GridColumn } from '../products/grid/columns.ts';
import type { GridRow } from '../products/grid/grid-rows.ts';

/** A cell is known by its variant or, where that holds the value, by its product; never by where its row stands. */
export type CellId = `${string}:${EditableAttribute}`;

export type EditCell = { row: GridRow; field: EditableAttribute };

/** The cell of a column in a row; null where nothing is edited there. */
export function editCellOf(row: GridRow, { attribute, of }: GridColumn): EditCell | null {
  if (attribute === undefined || (of === 'product' ? row.nested : row.variant === null)) return null;
  return { row, field: attribute };
}

export function idOf({ row, field }: EditCell): CellId {
  return `${isProductAttribute(field) ? row.item.product.id : row.key}:${field}`;
}

/** What the row itself holds, as it was last read. */
export function storedValue({ row, field }: EditCell): string | null {
  const column = COLUMNS[field];
  if (column.of === 'product') return column.read(row.item.product) || null;
  return (row.variant && column.read(row.variant)) || null;
}

export const currencyOf = ({ row }: EditCell): string => row.item.store_currency;

/** "Blue Hat / Red", and the title alone where there are no options. */
export function variantName({ item, variantTitle }: GridRow): string {
  return variantTitle === null ? item.product.title : `${item.product.title} / ${variantTitle}`;
}

/** Whose value it is, as a sentence names it. */
export function ownerName({ row, field }: EditCell): string {
  return isProductAttribute(field) ? row.item.product.title : variantName(row);
}

/** "Price of Blue Hat / Red" */
export const cellName = (cell: EditCell): string =>
  `${EDITABLE_ATTRIBUTE_LABELS[cell.field]} of ${ownerName(cell)}`;

import { labelOf } from '@storefleet/contract/attributes/attributes';
import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import {
  isEditedType,
  isMetafield,
  type MetafieldDefinition,
} from '@storefleet/contract/attributes/metafields';
import { isProductAttribute, valueIn } from '@storefleet/contract/values/attribute-value';
import { describeValue } from '../../lib/format/format-value.ts';
import { type CellAttribute, COLUMNS, type GridColumn } from '../products/grid/columns.ts';
import type { GridRow } from '../products/grid/grid-rows.ts';

/** Identified by the variant or, for product values, the product; never by row position. */
export type CellId = `${string}:${CellAttribute}`;

export type EditCell = {
  row: GridRow;
  field: CellAttribute;
  /** What the store says of a metafield. */
  definition?: MetafieldDefinition;
  /** Of a price list; that of the store if absent. */
  currency?: string;
};

/** A row's cell in a column; null if not editable. */
export function editCellOf(
  row: GridRow,
  { attribute, of, definitions, currencies }: GridColumn,
): EditCell | null {
  if (attribute === undefined || (of === 'product' ? row.nested : row.variant === null)) return null;
  if (currencies !== undefined) {
    const currency = currencies.get(row.item.store_id);
    return currency === undefined ? null : { row, field: attribute, currency };
  }
  if (definitions === undefined) return { row, field: attribute };
  const definition = definitions.get(row.item.store_id);
  return definition && isEditedInCells(definition) ? { row, field: attribute, definition } : null;
}

/** A cell is one line: it would lose the others. */
const isEditedInCells = ({ type }: MetafieldDefinition) =>
  isEditedType(type) && type !== 'multi_line_text_field';

export function idOf({ row, field }: EditCell): CellId {
  return `${isProductAttribute(field) ? row.item.product.id : row.key}:${field}`;
}

/** The row's own value, as last loaded. */
export function storedValue({ row, field }: EditCell): string | null {
  if (isMetafield(field) || isListPrice(field)) {
    const owner = isProductAttribute(field) ? row.item.product : row.variant;
    return (owner && valueIn(owner, field)) ?? null;
  }
  const column = COLUMNS[field];
  if (column.of === 'product') return column.read(row.item.product) || null;
  return (row.variant && column.read(row.variant)) || null;
}

export const currencyOf = ({ row, currency }: EditCell): string => currency ?? row.item.store_currency;

/** "Blue Hat / Red", or just the title without options. */
export function variantName({ item, variantTitle }: GridRow): string {
  return variantTitle === null ? item.product.title : `${item.product.title} / ${variantTitle}`;
}

/** Name of the value's owner, for sentences. */
export function ownerName({ row, field }: EditCell): string {
  return isProductAttribute(field) ? row.item.product.title : variantName(row);
}

/** "Price" */
export const fieldLabel = ({ field, definition }: EditCell): string => labelOf(field, () => definition);

/** "Price of Blue Hat / Red" */
export const cellName = (cell: EditCell): string => `${fieldLabel(cell)} of ${ownerName(cell)}`;

/** A value of the cell in a sentence: "$19.90". */
export const valueWords = (cell: EditCell, value: string | null): string =>
  describeValue(cell.field, value, currencyOf(cell), null, () => cell.definition);

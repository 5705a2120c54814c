import type { GridRow } from '../products/grid/grid-rows.ts';

/** The columns that are edited, from the left. */
export const PRICE_FIELDS = ['price', 'cost'] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];

/** A cell is known by its variant, never by where its row stands. */
export type CellId = `${string}:${PriceField}`;

export type PriceCell = { row: GridRow; field: PriceField };

export const cellId = (rowKey: string, field: PriceField): CellId => `${rowKey}:${field}`;

export const idOf = ({ row, field }: PriceCell): CellId => cellId(row.key, field);

/** What the row itself holds, as it was last read. */
export const storedValue = ({ row, field }: PriceCell): string | null => row.variant?.[field] ?? null;

export const currencyOf = ({ row }: PriceCell): string => row.item.store_currency;

/** "Blue Hat / Red", and the title alone where there are no options. */
export function variantName({ item, variantTitle }: GridRow): string {
  return variantTitle === null ? item.product.title : `${item.product.title} / ${variantTitle}`;
}

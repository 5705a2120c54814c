import { UNIT_PRICE_COLUMNS } from '@storefleet/contract/catalogue/file-constants';
import {
  parseUnitPrice,
  printUnitPrice,
  type UnitPrice,
  unitPriceOf,
} from '@storefleet/contract/values/money/unit-price';
import { NOT_READ } from './plain-cells.ts';

/** The measure of a unit price in Shopify's files: two numbers and their units, in four columns. */

const FIELDS = ['unit', 'reference', 'referenceUnit'] as const satisfies (keyof UnitPrice)[];

/** What a file says in the column of the measure. */
export function measureCell(kept: string | null, notRead: string): string {
  if (kept === null) return notRead;
  return parseUnitPrice(kept)?.quantity ?? kept;
}

/** What it says in the others. */
export const unitPriceCell = (heading: (typeof UNIT_PRICE_COLUMNS)[number], kept: string | null): string => {
  const field = FIELDS[UNIT_PRICE_COLUMNS.indexOf(heading)];
  const measure = parseUnitPrice(kept ?? '');
  return (field && measure?.[field]) ?? '';
};

/** The value of all four cells as one text; the first may say all of it. `said` is what the others say. */
export function readUnitPrice(
  cell: string,
  said: (key: 'unitPriceUnit' | 'unitPriceBase' | 'unitPriceBaseUnit') => string,
): string {
  const quantity = cell.trim();
  if (quantity === '' || quantity === NOT_READ) return quantity;
  const [unit, reference, referenceUnit] = [
    said('unitPriceUnit'),
    said('unitPriceBase'),
    said('unitPriceBaseUnit'),
  ];
  if (unit === '' && referenceUnit === '') return quantity;
  const measure = unitPriceOf({ quantity, unit, reference: reference || '1', referenceUnit });
  return printUnitPrice(measure ?? { quantity, unit, reference, referenceUnit });
}

import { type StockAttribute, stockAt } from '@storefleet/contract/attributes/stock';
import { parseAttributeValue } from '../../bulk-updates/values/attribute-value.ts';
import { isNotStocked } from '../plain-cells.ts';
import { isCellError } from './cell-errors.ts';
import type { ImportColumn, InventoryColumns } from './import-columns.ts';
import { cellOf, type ImportRow } from './import-rows.ts';

type ReadInventory =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly sentence: string }
  /** `seen`: what the file says was available, undefined where it does not say. */
  | { readonly kind: 'new'; readonly attribute: StockAttribute; value: string; seen: string | undefined };

const NOTHING: ReadInventory = { kind: 'nothing' };

/** What our copy has of the variant. */
type Held = {
  readonly available: (attribute: StockAttribute) => string | null | undefined;
  /** By the name of the location; undefined if it was not read. */
  readonly onHand: (location: string) => number | undefined;
};

export function readInventory(row: ImportRow, columns: InventoryColumns, held: Held): ReadInventory {
  const { edited, onHandNew, onHandCurrent, available } = columns;
  const refuse = ({ name }: ImportColumn, sentence: string): ReadInventory => ({
    kind: 'refused',
    sentence: `${name}: ${sentence}`,
  });
  const said = (column: ImportColumn | undefined) => cellOf(row, column)?.trim() ?? '';
  const cell = said(edited);
  if (cell === '') return NOTHING;
  const location = said(columns.location);
  if (location === '') return refuse(columns.location, 'Say where, by the name of the location.');
  const attribute = stockAt(location);
  const now = held.available(attribute) ?? undefined;
  if (isNotStocked(cell)) return now === undefined ? NOTHING : refuse(edited, STAYS_STOCKED);
  if (isCellError(cell)) return refuse(edited, `The formula of this cell failed (${cell}).`);
  const parsed = parseAttributeValue(attribute, cell);
  if (!parsed.ok) return refuse(edited, parsed.message);
  if (onHandNew === undefined) {
    return Number(cell) === Number(now) ? NOTHING : { kind: 'new', attribute, value: cell, seen: undefined };
  }
  const [current, seen] = [said(onHandCurrent), said(available)];
  if (!WHOLE.test(current)) return refuse(onHandCurrent ?? edited, NEEDS_CURRENT);
  const difference = Number(cell) - Number(current);
  if (difference === 0) return NOTHING;
  const onHand = held.onHand(location);
  if (onHandCurrent && onHand !== undefined && onHand !== Number(current)) {
    return refuse(onHandCurrent, `It is ${onHand} by now. ${EXPORT_AGAIN}`);
  }
  const base = WHOLE.test(seen) ? seen : now;
  return { kind: 'new', attribute, value: String(Number(base ?? 0) + difference), seen: base };
}

const WHOLE = /^-?\d{1,10}$/;
const NEEDS_CURRENT =
  'What is available follows from the difference to “On hand (current)”, which has to be as Shopify wrote it.';
const EXPORT_AGAIN = 'Sync the store and export the file again.';
const STAYS_STOCKED = 'A location is taken from a variant in Shopify itself, not by a file.';

import { isAmount } from '@storefleet/contract/values/attribute-value';
import { readAmount } from '../../lib/format/read-amount.ts';
import { readValue } from '../../lib/format/read-value.ts';
import { currencyOf, type EditCell } from './edit-cell.ts';

/** Normalizes typed input to the value to send, `''` for none, or explains why it is invalid. */
export function readCell(
  cell: EditCell,
  typed: string,
  held: string | null,
): { ok: true; value: string } | { ok: false; message: string } {
  const { field } = cell;
  const currency = currencyOf(cell);
  if (isAmount(field) && (field === 'price' || typed.trim() !== '')) return readAmount(typed, currency);
  const read = readValue(field, typed, { held, currency, definition: cell.definition });
  return read.ok ? { ok: true, value: read.value ?? '' } : read;
}

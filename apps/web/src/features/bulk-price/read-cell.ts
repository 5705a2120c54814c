import { isMoneyAttribute } from '@storefleet/contract/values/attribute-value';
import { readAmount } from '../../lib/format/read-amount.ts';
import { readValue } from '../../lib/format/read-value.ts';
import { currencyOf, type EditCell } from './edit-cell.ts';

/** What was typed as the value that is sent, `''` for none, or why it cannot be one. */
export function readCell(
  cell: EditCell,
  typed: string,
  held: string | null,
): { ok: true; value: string } | { ok: false; message: string } {
  const { field } = cell;
  const currency = currencyOf(cell);
  if (isMoneyAttribute(field) && (field === 'price' || typed.trim() !== ''))
    return readAmount(typed, currency);
  const read = readValue(field, typed, { held, currency });
  return read.ok ? { ok: true, value: read.value ?? '' } : read;
}

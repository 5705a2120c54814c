import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import { isChannel } from '@storefleet/contract/attributes/memberships';
import { isStock } from '@storefleet/contract/attributes/stock';
import { type AttributeValue, canonicalValue, isAmount } from '@storefleet/contract/values/attribute-value';
import { withoutCurrency } from '@storefleet/contract/values/money/currency-sign';
import {
  compareDecimals,
  decimalPlaces,
  divideDecimals,
  isDecimal,
  roundDecimal,
} from '@storefleet/contract/values/money/decimal';
import { plainNumber } from '@storefleet/contract/values/money/money';
import { GRAMS, toGrams } from '@storefleet/contract/values/weight';
import type { CopiedProduct, CopiedVariant } from '../../bulk-updates/plan/catalogue-copy.ts';
import { parseAttributeValue, valueInCopy } from '../../bulk-updates/values/attribute-value.ts';
import { withoutFormulaMark } from '../export/csv-writer.ts';
import { cellOf, isNotStocked, NOT_READ, valueOfCell } from '../plain-cells.ts';
import { isCellError } from './cell-errors.ts';
import type { AttributeColumn } from './import-columns.ts';
import { isShortenedNumber, shortenedNumber, withoutTextMark } from './row-matching.ts';
import { isDateMadeOf } from './spreadsheet-dates.ts';

type CellValue =
  | { readonly kind: 'same' }
  | { readonly kind: 'new'; readonly value: AttributeValue }
  | { readonly kind: 'refused'; readonly sentence: string };

export type Target = { readonly product: CopiedProduct; readonly variant: CopiedVariant | null };

type Writing = {
  readonly decimalComma: boolean;
  readonly currency: string;
  /** Whether the store defines this metafield as a number. */
  readonly isNumber: boolean;
};

/** A three-letter code or a currency sign, before or after an amount. */
const OTHER_CURRENCY = /^(?:[A-Z]{3}|\p{Sc})(?=\s*\d)|(?<=\d\s*)(?:[A-Z]{3}|\p{Sc})$/u;
const SAME: CellValue = { kind: 'same' };

/**
 * The change that a cell asks for, compared with our copy. A cell as our own export writes it changes
 * nothing.
 */
export function readCell(
  text: string,
  column: AttributeColumn,
  { product, variant }: Target,
  { decimalComma, currency, isNumber }: Writing,
): CellValue {
  const { attribute } = column;
  const refuse = (message: string): CellValue => ({
    kind: 'refused',
    sentence: `${column.name}: ${message}`,
  });
  const held = valueInCopy(attribute, product, variant) ?? null;
  const trimmed = text.trim();
  if (isStock(attribute) && (trimmed === '' || (held === null && isNotStocked(trimmed)))) return SAME;
  // Shopify's own files always have the column: stores that do not read channels leave it alone.
  if (isChannel(attribute) && (trimmed === '' || held === null)) return SAME;
  const shown = asSaved(shownInFile(column, held, variant));
  // Excel takes the mark of a CSV file for text, and keeps it in a workbook.
  const written = [trimmed, withoutFormulaMark(trimmed)].map(asSaved);
  if (trimmed === NOT_READ || written.includes(shown)) return SAME;
  const isCode = attribute === 'sku' || attribute === 'barcode';
  const cell = isCode ? withoutTextMark(trimmed) : trimmed;
  if (cell === shown) return SAME;
  if (isCellError(cell))
    return refuse(`The formula of this cell failed (${cell}). Fix it, or leave the row out.`);
  const isMoney = isAmount(attribute);
  if (!isMoney && attribute !== 'weight' && cell !== '') {
    const damage = damageOf(cell, held);
    if (damage !== null) return refuse(damage);
  }
  const amount = isMoney ? withoutCurrency(cell, currency) : cell;
  const other = isMoney ? OTHER_CURRENCY.exec(amount)?.[0] : undefined;
  if (other !== undefined) {
    const owner = isListPrice(attribute) ? 'price list is' : 'store sells';
    return refuse(`This amount is in ${other}, but the ${owner} in ${currency}.`);
  }
  const plain = isMoney || attribute === 'weight' || isNumber ? plainNumber(amount, { decimalComma }) : null;
  if (plain?.ok === false) {
    const isPresent = (reading: string) => isDecimal(shown) && compareDecimals(reading, shown) === 0;
    return plain.readings?.some(isPresent) ? SAME : refuse(plain.message);
  }
  const value = plain === null ? valueOfCell(attribute, cell) : storable(plain.value, column);
  const parsed = parseAttributeValue(attribute, value || null);
  if (!parsed.ok) return refuse(parsed.message);
  if (!column.inGrams || parsed.value === null) return { kind: 'new', value: parsed.value };
  const weight = fromGrams(parsed.value, variant?.weight_unit ?? null, held);
  if (weight === null)
    return refuse('The unit of this variant’s weight is not known: change it in the store.');
  return weight === held ? SAME : { kind: 'new', value: canonicalValue('weight', weight) };
}

/** Spreadsheets have line ends of their own. */
const asSaved = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim();

function shownInFile(
  { inGrams, attribute }: AttributeColumn,
  held: AttributeValue,
  variant: CopiedVariant | null,
): string {
  return inGrams ? (toGrams(held, variant?.weight_unit ?? null) ?? '') : cellOf(attribute, held);
}

/** Explains damage by spreadsheets to codes, which any text may be. It cannot be reverted, so the cell is refused. */
function damageOf(cell: string, held: AttributeValue): string | null {
  if (isShortenedNumber(cell)) return shortenedNumber(cell);
  if (held !== null && isDateMadeOf(cell, held)) {
    return `“${cell}” is a date that a spreadsheet has made of “${held}”. Format the column as text and fill in “${held}” again.`;
  }
  if (held !== null && /^0+/.test(held) && held.replace(/^0+/, '') === cell) {
    return `“${cell}” is “${held}” without the zeros in front, as spreadsheets drop them. Format the column as text and fill in the whole code.`;
  }
  return null;
}

/** Decimals of a converted weight; less than a tenth of a milligram is dropped. */
const CONVERTED_DECIMALS = 6;

/** An ounce has nine decimals in grams. */
function storable(number: string, { inGrams }: AttributeColumn): string {
  const isLong = inGrams && isDecimal(number) && decimalPlaces(number) > CONVERTED_DECIMALS;
  return isLong ? roundDecimal(number, CONVERTED_DECIMALS) : number;
}

/**
 * Converts grams into a unit. A number of grams that equals the present weight after rounding, as in
 * Shopify's files, returns the present weight. Null for an unknown unit.
 */
function fromGrams(grams: string, unit: string | null, present: string | null): string | null {
  const presentGrams = toGrams(present, unit);
  const decimals = grams.split('.')[1]?.length ?? 0;
  if (presentGrams !== null && compareDecimals(roundDecimal(presentGrams, decimals), grams) === 0)
    return present;
  const perUnit = GRAMS[unit?.toLowerCase() ?? ''];
  return perUnit === undefined ? null : divideDecimals(grams, perUnit, CONVERTED_DECIMALS);
}

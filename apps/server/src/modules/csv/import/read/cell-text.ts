/** Digits that a spreadsheet computes with; what it stores behind them is rounding noise (19.899999999999999). */
const SIGNIFICANT_DIGITS = 15;
const STORED_NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A cell as a CSV file of the same table would have it. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return String(cell);
}

/** A number that a spreadsheet stores, in digits. */
export function numberText(stored: string): string {
  if (!STORED_NUMBER.test(stored)) return stored;
  return String(Number(Number(stored).toPrecision(SIGNIFICANT_DIGITS)));
}

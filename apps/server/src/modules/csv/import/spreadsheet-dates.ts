/** Codes that spreadsheets take for dates: of `3-1` they keep the third of January, and write `3-Jan`. */

/** Whose short names of months are known: `Mar`, `Mrz`, `mars`. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'da', 'sv', 'pl', 'cs'];
const plainWord = (word: string) => word.replaceAll('.', '').toLowerCase();
const MONTHS = new Set(LANGUAGES.flatMap(shortMonths));

function shortMonths(language: string): string[] {
  const { format } = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => plainWord(format(Date.UTC(2026, month))));
}

/** `3-Jan`, `03. Jan`, `3-janv.-26`, and `Jan-26`. */
const NAMED = /^(?:\d{1,2}[-. /]+)?(\p{L}{3,5}\.?)(?:[-. /]+\d{2,4})?$/u;
const ISO = /^\d{4}-\d\d-\d\d$/;
const NUMBERED = /^\d{1,2}([-./])\d{1,2}\1\d{2,4}$/;
/** What becomes a date: `3-1`, `1/2/26`, `MAR1`, `DEC-12`. */
const TAKEN_FOR_DATE = /^(?:\d{1,4}[-./]\d{1,2}(?:[-./]\d{1,4})?|(\p{L}{3,5})[-/ ]?\d{1,4})$/u;

/** Whether a spreadsheet writes dates like this, and people hardly ever codes. */
function isSpreadsheetDate(cell: string): boolean {
  const [, month = ''] = NAMED.exec(cell) ?? [];
  return ISO.test(cell) || (/\d/.test(cell) && MONTHS.has(plainWord(month)));
}

/** Also in numbers alone, as of few codes. */
export const mayBeSpreadsheetDate = (cell: string) => isSpreadsheetDate(cell) || NUMBERED.test(cell);

/** Whether the cell is the date that a spreadsheet has made of the code. */
export function isDateMadeOf(cell: string, code: string): boolean {
  const [taken, month] = TAKEN_FOR_DATE.exec(code) ?? [];
  if (taken === undefined || ISO.test(code)) return false;
  if (month !== undefined && !MONTHS.has(plainWord(month))) return false;
  return isSpreadsheetDate(cell) || (NUMBERED.test(cell) && numbersIn(cell) === numbersIn(code));
}

/** The same of `1-2-26` and `01.02.2026`. */
const numbersIn = (date: string) =>
  (date.match(/\d+/g) ?? [])
    .map((digits) => Number(digits.slice(-2)))
    .sort((a, b) => a - b)
    .join(' ');

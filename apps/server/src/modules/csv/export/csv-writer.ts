/**
 * Text is kept from running as a formula; a number is written as it is, whatever its sign. Null is an empty
 * cell.
 */
export type Cell = ({ text: string | null } | { number: string | null } | { moment: Date }) & {
  /** Highlighted in a spreadsheet. */
  readonly lit?: 'notable' | 'wrong' | undefined;
};

/** At the very start of a file, so that spreadsheets read it as UTF-8. */
export const CSV_BOM = '\uFEFF';

/** Text that spreadsheets take for a formula, including full-width signs; our own marks may precede it. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const MARKED_FORMULA = /^'+[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** One record by RFC 4180: separated by commas by default, quoted where needed, ended by CR and LF. */
export function csvRow(cells: readonly Cell[], delimiter = ','): string {
  return `${cells.map(formatCell).join(delimiter)}\r\n`;
}

/** The same with unmarked text, for programs. */
export const exactCsvRow = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => ('text' in cell ? quote(cell.text ?? '') : formatCell(cell))).join(',')}\r\n`;

/** Reverts what the writer did to text that could run as a formula; other text is unchanged. */
export function withoutFormulaMark(text: string): string {
  return MARKED_FORMULA.test(text) ? text.slice(1) : text;
}

function formatCell(cell: Cell): string {
  if ('moment' in cell) return cell.moment.toISOString();
  if ('text' in cell) return quote(markFormula(cell.text ?? ''));
  const number = cell.number ?? '';
  return PLAIN_NUMBER.test(number) ? number : quote(markFormula(number));
}

/** A spreadsheet treats what follows an apostrophe as text. */
function markFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells as spreadsheets put them on the clipboard: rows by line breaks, columns by tabs, quotes around what holds either. */

export function parseClipboardTable(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const source = text.replace(/\r\n?/g, '\n');
  for (let index = 0; index < source.length; index += 1) {
    const character = source.charAt(index);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (source.charAt(index + 1) === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === '\t' || character === '\n') {
      row.push(cell.trim());
      cell = '';
      if (character === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += character;
  }
  // A spreadsheet ends its last line, too.
  if (cell !== '' || row.length > 0) rows.push([...row, cell.trim()]);
  return rows;
}

export function writeClipboardTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.join('\t')).join('\n');
}

/**
 * An amount as spreadsheets show it, reduced to its digits where the meaning is plain: `$1,234.50` is 1234.50.
 * Anything that could be read in two ways, such as `1,234`, stays as it is.
 */
export function plainAmount(text: string, currency: string): string {
  const digits = withoutCurrency(text.replace(/[\s\u00a0\u202f]+/g, ' ').trim(), currency);
  return /^\d{1,3}(,\d{3})+\.\d+$/.test(digits) ? digits.replaceAll(',', '') : digits;
}

function withoutCurrency(text: string, currency: string): string {
  for (const sign of [currency, signOf(currency)]) {
    if (text.startsWith(sign)) return text.slice(sign.length).trim();
    if (text.endsWith(sign)) return text.slice(0, -sign.length).trim();
  }
  return text;
}

const signs = new Map<string, string>();

function signOf(currency: string): string {
  let sign = signs.get(currency);
  if (sign === undefined) {
    sign = readSign(currency);
    signs.set(currency, sign);
  }
  return sign;
}

function readSign(currency: string): string {
  try {
    const parts = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).formatToParts(0);
    return parts.find(({ type }) => type === 'currency')?.value ?? currency;
  } catch {
    return currency;
  }
}

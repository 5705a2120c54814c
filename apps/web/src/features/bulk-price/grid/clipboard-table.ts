/** Cells as copied by spreadsheets: line breaks separate rows, tabs columns, with optional quotes. */

/** Text that merely starts with a quote is not a quoted cell. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/y;

export function parseClipboardTable(text: string): string[][] {
  const rows: string[][] = [];
  const source = text.replace(/\r\n?/g, '\n');
  let row: string[] = [];
  let at = 0;
  // Spreadsheets end the last line, too.
  while (at < source.length || row.length > 0) {
    CELL.lastIndex = at;
    const [whole = '', quoted, plain = '', end = ''] = CELL.exec(source) ?? [];
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    at += whole.length;
    if (end !== '\t') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

export function writeClipboardTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quotedWhereNeeded).join('\t')).join('\n');
}

const quotedWhereNeeded = (cell: string) =>
  /^"|[\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

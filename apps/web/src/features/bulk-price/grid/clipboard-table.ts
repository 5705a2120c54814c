/** Cells as spreadsheets copy them: rows by line breaks, columns by tabs, quotes around either. */

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

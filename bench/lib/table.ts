/** Prints progress on the terminal; only the tables go to standard output. */
export function say(text: string): void {
  console.error(`  ${text} …`);
}

/** Prints an aligned Markdown table: the first column left, figures right. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = head.map((name, column) =>
    Math.max(3, name.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  console.log(`\n${title}\n\n${[head, rule, ...rows].map(line).join('\n')}`);
}

function pad(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width);
}

export const count = (value: number): string => value.toLocaleString('en-US');
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
/** For single searches. */
export const milliseconds = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
export const megabytes = (bytes: number | null): string =>
  bytes === null ? 'unknown' : `${Math.round(bytes / 1_000_000)} MB`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const GAP = '  ';

/** Columns as wide as their longest cell; numbers end where their column ends. */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const texts = rows.map((row) => row.map((cell) => (cell === null ? '–' : String(cell))));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...texts.map((row) => row[column]?.length ?? 0)),
  );
  const isNumeric = headings.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join(GAP)
      .trimEnd();
  return [headings, ...texts].map(line).join('\n');
}

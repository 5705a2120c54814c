import type { ImportFile, ImportRecord } from './import-file.ts';

const LETTERS = 26;

/** The file with its first row among the others, and columns that are called by their places. */
export function withoutHeader(file: ImportFile): ImportFile {
  const { header, records } = file;
  return {
    ...file,
    header: header.map((_, index) => `Column ${letterOf(index)}`),
    records: firstThen({ rowNumber: file.headerRow, cells: header }, records),
  };
}

/** As spreadsheets call their columns: A to Z, AA, AB … */
function letterOf(index: number): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (index % LETTERS));
  return index < LETTERS ? letter : letterOf(Math.floor(index / LETTERS) - 1) + letter;
}

async function* firstThen(
  first: ImportRecord,
  rest: ImportFile['records'],
): AsyncGenerator<ImportRecord, void, void> {
  try {
    yield first;
    yield* rest;
  } finally {
    // Also where nobody came as far as the rest.
    await rest.return();
  }
}

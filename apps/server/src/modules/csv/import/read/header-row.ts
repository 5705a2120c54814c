import type { ImportFile, ImportRecord } from './import-file.ts';

const LETTERS = 26;

/** Treats the first row as data, and names columns by position. */
export function withoutHeader(file: ImportFile): ImportFile {
  const { header, records } = file;
  return {
    ...file,
    header: header.map((_, index) => `Column ${letterOf(index)}`),
    records: firstThen({ rowNumber: file.headerRow, cells: header }, records),
  };
}

/** A name that says nothing of the column, in another file even less. */
export const isPosition = (heading: string) => /^column [a-z]{1,3}$/i.test(heading);

/** Column names as in a spreadsheet: A to Z, AA, AB … */
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
    // Even if nobody read the rest.
    await rest.return();
  }
}

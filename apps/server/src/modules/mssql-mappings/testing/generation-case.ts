/** What a table is, its columns in short (as `table` in the test reads them), and the column of each target. */
export type GenerationCase = readonly [
  system: string,
  columns: string,
  expected: Readonly<Record<string, string>>,
];

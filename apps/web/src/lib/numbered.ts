/** Rows with unique keys: a table without a primary key may contain duplicates. */
export type Numbered<Row> = Row & { number: number };

export function numbered<Row>(rows: readonly Row[], first = 1): Numbered<Row>[] {
  return rows.map((row, index) => ({ ...row, number: first + index }));
}

import type { CSSProperties, ReactNode } from 'react';

export type SortDirection = 'asc' | 'desc';

export type Column<Row = never, Field extends string = string> = {
  /** Names the column to stylesheets, and its place in `Cards.areas`. */
  id: string;
  label: string;
  /** The label is read out, but not shown: a box or a button needs no heading. */
  hideLabel?: boolean;
  /** Stands in the head instead of the label. */
  head?: ReactNode;
  /** A track of the grid; an equal part of the width unless given. */
  width?: string;
  align?: 'end';
  /** The field that a click on the head sorts by. */
  sort?: Field;
  /** Its cell names the row to a screen reader. */
  namesRow?: boolean;
  /** Stands before the value on a card, where there is no head. */
  cardLabel?: string;
  /** Of the text: a name, something beside it, a code, or a number. */
  look?: 'strong' | 'muted' | 'code' | 'number';
  /** What stands in for the value while it is on its way; one line unless given. */
  skeleton?: 'two lines' | 'none';
  /** What the cell shows, where the table draws the rows itself. */
  cell?: (row: Row) => ReactNode;
};

/** A column of numbers, which end below one another. */
export function numberColumn<Row = never, Field extends string = string>(
  id: string,
  label: string,
  more: Omit<Column<Row, Field>, 'id' | 'label'> = {},
): Column<Row, Field> {
  return { id, label, align: 'end', look: 'number', ...more };
}

/** How a row stands as a card where the table is too narrow for its columns. */
export type Cards = {
  /** `grid-template-areas`, made of the ids of the columns. */
  areas: string;
  /** `grid-template-columns`; two equal parts unless given. */
  columns?: string;
  /** `wide`: a table of so many columns that cards come sooner. */
  from?: 'wide';
};

export type ColumnLayout = Pick<Column, 'id' | 'namesRow' | 'cardLabel' | 'look' | 'align'> & {
  /** The same object each time, so that a cell that is drawn again changes nothing. */
  style: CSSProperties;
};

export function layoutOf(columns: readonly Omit<Column, 'cell'>[]): ReadonlyMap<string, ColumnLayout> {
  return new Map(columns.map((column) => [column.id, { ...column, style: { gridArea: column.id } }]));
}

/** The variables that `data-table.module.css` lays the rows out by. */
export function gridOf(columns: readonly Omit<Column, 'cell'>[], cards: Cards | undefined): CSSProperties {
  const variables = {
    '--areas': `"${columns.map(({ id }) => id).join(' ')}"`,
    '--tracks': columns.map(({ width }) => width ?? 'minmax(0, 1fr)').join(' '),
    '--card-areas': cards?.areas,
    '--card-tracks': cards?.columns ?? 'minmax(0, 1fr) minmax(0, 1fr)',
  };
  return variables as CSSProperties;
}

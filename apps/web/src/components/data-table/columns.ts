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
  /** In a sheet: stays in view so many pixels from the edge when the others move sideways. */
  pinnedAt?: number | undefined;
  /** The field that a click on the head sorts by. */
  sort?: Field;
  /** Its cell names the row to a screen reader. */
  namesRow?: boolean;
  /** Stands before the value on a card, where there is no head. */
  cardLabel?: string;
  /** Of the text: a name, something beside it, a code, or a number. */
  look?: 'strong' | 'muted' | 'code' | 'number';
  /** The placeholder while the value loads; one line unless given. */
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

/** How a row is laid out as a card where the table is too narrow for its columns. */
export type Cards = {
  /** `grid-template-areas`, made of the ids of the columns. */
  areas: string;
  /** `grid-template-columns`; two equal parts unless given. */
  columns?: string;
  /** `wide`: a table of so many columns that cards come sooner. */
  from?: 'wide';
};

/** One line a row, as narrow as a spreadsheet, in columns that a person arranges. */
export type Sheet = {
  density: 'compact' | 'comfortable';
  /** What all columns need, in pixels: in less room they move sideways. */
  minWidth: number;
  /** A column was made this wide in pixels; null: as wide as it was at first. */
  onResize: (columnId: string, width: number | null) => void;
  /** A column takes the place of another one. */
  onMove: (columnId: string, placeOf: string) => void;
};

export type ColumnLayout = Pick<Column, 'id' | 'namesRow' | 'cardLabel' | 'look' | 'align' | 'pinnedAt'> & {
  /** The same object each time, so that a cell that is drawn again changes nothing. */
  style: CSSProperties;
};

export function layoutOf(columns: readonly Omit<Column, 'cell'>[]): ReadonlyMap<string, ColumnLayout> {
  return new Map(columns.map((column) => [column.id, { ...column, style: placeOf(column) }]));
}

export function placeOf({ id, pinnedAt }: Pick<Column, 'id' | 'pinnedAt'>): CSSProperties {
  const place = { gridArea: id, '--pinned-at': pinnedAt === undefined ? undefined : `${pinnedAt}px` };
  return place as CSSProperties;
}

/** The variables that `data-table.module.css` lays the rows out by. */
export function gridOf(
  columns: readonly Omit<Column, 'cell'>[],
  cards: Cards | undefined,
  sheet: Sheet | undefined,
): CSSProperties {
  const variables = {
    '--areas': `"${columns.map(({ id }) => id).join(' ')}"`,
    '--tracks': columns.map(trackOf).join(' '),
    '--min-width': sheet && `${sheet.minWidth}px`,
    '--card-areas': cards?.areas,
    '--card-tracks': cards?.columns ?? 'minmax(0, 1fr) minmax(0, 1fr)',
  };
  return variables as CSSProperties;
}

/** The name of the variable by which a column is drawn as wide as it is being made. */
export const widthVariable = (columnId: string) => `--width-${columnId}`;

function trackOf({ id, width = 'minmax(0, 1fr)' }: Omit<Column, 'cell'>): string {
  return `var(${widthVariable(id)}, ${width})`;
}

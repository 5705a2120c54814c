import type { CSSProperties, ReactNode } from 'react';

export type SortDirection = 'asc' | 'desc';

export type Column<Row = never, Field extends string = string> = {
  /** Identifies the column in stylesheets and, by `areaOf`, in `Cards.areas`. */
  id: string;
  label: string;
  /** Visually hidden label: a checkbox or button needs no heading. */
  hideLabel?: boolean;
  /** Replaces the label in the header. */
  head?: ReactNode;
  /** Grid track. Default: an equal share of the width. */
  width?: string;
  align?: 'end';
  /** In a sheet: pinned this many pixels from the edge during horizontal scrolling. */
  pinnedAt?: number | undefined;
  /** Field sorted by a click on the header. */
  sort?: Field;
  /** Its cell names the row for screen readers. */
  namesRow?: boolean;
  /** Precedes the value on a card, which has no header. */
  cardLabel?: string;
  /** Text style: a name, secondary text, a code or a number. */
  look?: 'strong' | 'muted' | 'code' | 'number';
  /** Placeholder while the value loads. Default: one line. */
  skeleton?: 'two lines' | 'none';
  /** Cell content, if the table renders the rows itself. */
  cell?: (row: Row) => ReactNode;
};

/** A numeric column, aligned at the end. */
export function numberColumn<Row = never, Field extends string = string>(
  id: string,
  label: string,
  more: Omit<Column<Row, Field>, 'id' | 'label'> = {},
): Column<Row, Field> {
  return { id, label, align: 'end', look: 'number', ...more };
}

/** Row layout as a card when the table is too narrow for its columns. */
export type Cards = {
  /** `grid-template-areas` built from column ids. */
  areas: string;
  /** `grid-template-columns`. Default: two equal parts. */
  columns?: string;
  /** `wide`: for tables with many columns; switches to cards earlier. */
  from?: 'wide';
};

/** Spreadsheet layout: one compact line per row, with columns the user can arrange. */
export type Sheet = {
  density: 'compact' | 'comfortable';
  /** Minimum total width in pixels; narrower containers scroll horizontally. */
  minWidth: number;
  /** Column resized to this width in pixels; null resets it. */
  onResize: (columnId: string, width: number | null) => void;
  /** Column moved to the place of another. */
  onMove: (columnId: string, placeOf: string) => void;
};

export type ColumnLayout = Pick<Column, 'id' | 'namesRow' | 'cardLabel' | 'look' | 'align' | 'pinnedAt'> & {
  /** A stable object, so that re-rendering a cell changes nothing. */
  style: CSSProperties;
};

export function layoutOf(columns: readonly Omit<Column, 'cell'>[]): ReadonlyMap<string, ColumnLayout> {
  return new Map(columns.map((column) => [column.id, { ...column, style: placeOf(column) }]));
}

/** The name of a column's area: an identifier of CSS holds no dots. */
export const areaOf = (id: string) => id.replaceAll('.', '·');

export function placeOf({ id, pinnedAt }: Pick<Column, 'id' | 'pinnedAt'>): CSSProperties {
  const place = { gridArea: areaOf(id), '--pinned-at': pinnedAt === undefined ? undefined : `${pinnedAt}px` };
  return place as CSSProperties;
}

/** CSS variables used by `data-table.module.css` to lay out rows. */
export function gridOf(
  columns: readonly Omit<Column, 'cell'>[],
  cards: Cards | undefined,
  sheet: Sheet | undefined,
): CSSProperties {
  const variables = {
    '--areas': `"${columns.map(({ id }) => areaOf(id)).join(' ')}"`,
    '--tracks': columns.map(trackOf).join(' '),
    '--min-width': sheet && `${sheet.minWidth}px`,
    '--card-areas': cards?.areas,
    '--card-tracks': cards?.columns ?? 'minmax(0, 1fr) minmax(0, 1fr)',
  };
  return variables as CSSProperties;
}

/** CSS variable that holds a column's width while it is resized. */
export const widthVariable = (columnId: string) => `--width-${areaOf(columnId)}`;

function trackOf({ id, width = 'minmax(0, 1fr)' }: Omit<Column, 'cell'>): string {
  return `var(${widthVariable(id)}, ${width})`;
}

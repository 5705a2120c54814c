import { type ComponentPropsWithRef, type CSSProperties, createContext, type Ref, useContext } from 'react';
import type { ColumnLayout } from './columns.ts';
import classes from './data-table.module.css';
import { rolesOf } from './roles.ts';

type Layout = { columns: ReadonlyMap<string, ColumnLayout>; isGrid: boolean };

export const TableLayout = createContext<Layout>({ columns: new Map(), isGrid: false });

/** A row's place; for its `TableRow`. Each of the three stays the same while the row does. */
export type RowPosition = {
  /** Counted from 0. */
  index: number;
  /** From the top of the rows, in pixels, for a row that is drawn away from the others; null among them. */
  offset: number | null;
  ref: Ref<HTMLTableRowElement> | undefined;
};

type RowProps = RowPosition &
  Omit<ComponentPropsWithRef<'tr'>, 'role'> & {
    selected?: boolean;
    /** It belongs to the row above: no line is drawn between them. */
    joined?: boolean;
    /** Its areas on a card, where they differ from those of the other rows. */
    cardAreas?: string;
  };

export function TableRow({ index, offset, selected, joined, cardAreas, className = '', ...rest }: RowProps) {
  const { isGrid } = useContext(TableLayout);
  const style: CSSProperties & { '--card-areas'?: string } = {};
  if (offset !== null) Object.assign(style, { position: 'absolute', transform: `translateY(${offset}px)` });
  if (cardAreas !== undefined) style['--card-areas'] = cardAreas;
  return (
    <tr
      {...rolesOf(isGrid).row}
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={selected || undefined}
      data-joined={joined || undefined}
      className={`${classes.row} ${classes.bodyRow} ${className}`}
      style={style}
      {...rest}
    />
  );
}

type CellProps = ComponentPropsWithRef<'td'> & { column: string };

/** The cell of a column, which defines its look and its place. */
export function Cell({ column, className = '', ...rest }: CellProps) {
  const { columns, isGrid } = useContext(TableLayout);
  const layout = columns.get(column);
  const roles = rolesOf(isGrid);
  const shared = {
    className: `${classes.cell} ${className}`,
    'data-column': column,
    'data-label': layout?.cardLabel,
    'data-look': layout?.look,
    'data-align': layout?.align,
    'data-pinned': layout?.pinnedAt === undefined ? undefined : true,
    style: layout?.style,
    ...rest,
  };
  return layout?.namesRow ? (
    <th {...roles.rowheader} scope="row" {...shared} />
  ) : (
    <td {...roles.cell} {...shared} />
  );
}

type WideCellProps = ComponentPropsWithRef<'td'> & {
  /** It is the heading of the rows below. */
  heads?: boolean;
};

/** A cell across all columns. */
export function WideCell({ heads = false, className = '', ...rest }: WideCellProps) {
  const { columns, isGrid } = useContext(TableLayout);
  const roles = rolesOf(isGrid);
  const shared = {
    colSpan: columns.size,
    className: `${classes.cell} ${classes.wideCell} ${className}`,
    ...rest,
  };
  return heads ? (
    <th {...roles.rowheader} scope="rowgroup" {...shared} />
  ) : (
    <td {...roles.cell} {...shared} />
  );
}

/** Something smaller and paler below the text of a cell. */
export function CellDetail({ className = '', ...rest }: ComponentPropsWithRef<'span'>) {
  return <span className={`${classes.detail} ${className}`} {...rest} />;
}

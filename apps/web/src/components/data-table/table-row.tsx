import { type ComponentPropsWithRef, type CSSProperties, createContext, type Ref, useContext } from 'react';
import type { ColumnLayout } from './columns.ts';
import classes from './data-table.module.css';
import { rolesOf } from './roles.ts';

type Layout = { columns: ReadonlyMap<string, ColumnLayout>; isGrid: boolean };

export const TableLayout = createContext<Layout>({ columns: new Map(), isGrid: false });

/** A row's position, for its `TableRow`. All three values are stable for the same row. */
export type RowPosition = {
  /** Zero-based. */
  index: number;
  /** Offset in pixels for a row rendered outside the flow; null otherwise. */
  offset: number | null;
  ref: Ref<HTMLTableRowElement> | undefined;
};

type RowProps = RowPosition &
  Omit<ComponentPropsWithRef<'tr'>, 'role'> & {
    selected?: boolean;
    /** Belongs to the row above: no line between them. */
    joined?: boolean;
    /** Card areas of this row, if different from the other rows. */
    cardAreas?: string | undefined;
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

/** A column's cell; the column defines its look and position. */
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
  /** Heads the rows below. */
  heads?: boolean;
};

/** A cell spanning all columns. */
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

/** Smaller, dimmed text below a cell's main text. */
export function CellDetail({ className = '', ...rest }: ComponentPropsWithRef<'span'>) {
  return <span className={`${classes.detail} ${className}`} {...rest} />;
}

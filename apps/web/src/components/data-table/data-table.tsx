import {
  type ComponentProps,
  Fragment,
  memo,
  type ReactNode,
  type Ref,
  type UIEvent,
  useMemo,
  useState,
} from 'react';
import { useColumnMover } from './column-mover.ts';
import { ColumnResizer } from './column-resizer.tsx';
import {
  type Cards,
  type Column,
  gridOf,
  layoutOf,
  placeOf,
  type Sheet,
  type SortDirection,
} from './columns.ts';
import classes from './data-table.module.css';
import { rolesOf } from './roles.ts';
import sheetClasses from './sheet.module.css';
import { SkeletonCells, SkeletonTable } from './skeleton.tsx';
import { ariaSort, SortableHeader } from './sortable-header.tsx';
import { Cell, type RowPosition, TableLayout, TableRow } from './table-row.tsx';
import { type TableHandle, TableRows } from './table-rows.tsx';

export type Sort<Field extends string> = { field: Field; direction: SortDirection };

/** An array, or rows loaded as they scroll into view. */
type Rows<Row> = { readonly length: number; at(index: number): Row | undefined };

type Props<Row, Field extends string> = Pick<
  ComponentProps<'table'>,
  'onKeyDown' | 'onCopy' | 'onPaste' | 'onMouseDown' | 'onMouseOver' | 'onClick' | 'onBlur' | 'className'
> & {
  label: string;
  columns: readonly Column<Row, Field>[];
  /** Undefined while the first rows load. */
  rows: Rows<Row> | undefined;
  keyOf: (row: Row) => string;
  /** Renders a row as a `TableRow` of `Cell`s. Default: each column renders its cell. */
  children?: (row: Row, position: RowPosition) => ReactNode;
  /**
   * `page`: its own surface, scrolls with the page. `panel`: part of a panel. `region`: its own surface
   * with its own scrolling. `inside`: fills a scrolling element, the `scroller`.
   */
  place?: 'page' | 'panel' | 'region' | 'inside';
  scroller?: HTMLElement | null;
  /** Columns as wide as their content, even beyond the table's width. Renders all rows. */
  fitted?: boolean;
  cards?: Cards;
  sheet?: Sheet;
  /** Label while no rows are loaded. */
  loading?: string;
  /** Rows of an earlier request while newer ones load. */
  stale?: boolean;
  sort?: Sort<Field> | null;
  onSort?: (sort: Sort<Field> | null) => void;
  /** Enables spreadsheet interaction. */
  isGrid?: boolean;
  rowHeight?: (row: Row) => number;
  handle?: Ref<TableHandle>;
  onRange?: (first: number, last: number) => void;
};

const ROW_HEIGHT = 52;

/** Every list with columns. Where it is too narrow for them, each row becomes a card. */
export function DataTable<Row, Field extends string = string>(props: Props<Row, Field>) {
  const {
    label,
    columns,
    rows,
    keyOf,
    children,
    place = 'page',
    scroller,
    fitted = false,
    cards,
    sheet,
    loading = 'Loading',
    stale = false,
    sort,
    onSort,
    isGrid = false,
    rowHeight,
    handle,
    onRange,
    className = '',
    ...events
  } = props;
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const layout = useMemo(() => ({ columns: layoutOf(columns), isGrid }), [columns, isGrid]);
  const style = useMemo(() => gridOf(columns, cards, sheet), [columns, cards, sheet]);
  const frame = {
    className: sheet ? `${classes.frame} ${sheetClasses.sheet}` : classes.frame,
    'data-place': place,
    'data-cards': cards ? (cards.from ?? 'narrow') : undefined,
    'data-fitted': (rows && fitted) || undefined,
    'data-density': sheet?.density,
    onScrollCapture: sheet && moveTogether,
    style,
  };
  if (!rows) return <SkeletonTable frame={frame} columns={columns} label={loading} />;

  const draw = (position: RowPosition) => {
    const row = rows.at(position.index);
    if (row === undefined) {
      return (
        <TableRow key={position.index} {...position}>
          <SkeletonCells columns={columns} />
        </TableRow>
      );
    }
    if (children) return <Fragment key={keyOf(row)}>{children(row, position)}</Fragment>;
    return <ColumnsRow key={keyOf(row)} row={row} columns={columns} {...position} />;
  };
  const keyAt = (index: number) => {
    const row = rows.at(index);
    return row === undefined ? index : keyOf(row);
  };
  const heightOf = (index: number) => {
    const row = rows.at(index);
    return row === undefined || !rowHeight ? ROW_HEIGHT : rowHeight(row);
  };
  const scrollers = { page: 'window', panel: 'none', region, inside: scroller ?? null } as const;
  return (
    // A scrollable region must be reachable by keyboard.
    <Frame {...frame} {...(place === 'region' && { ref: setRegion, 'aria-label': label, tabIndex: 0 })}>
      <table
        {...rolesOf(isGrid).table}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-busy={stale}
        className={`${classes.table} ${className}`}
        data-stale={stale || undefined}
        {...events}
      >
        <TableLayout value={layout}>
          <TableHead columns={columns} sort={sort ?? null} onSort={onSort} sheet={sheet} isGrid={isGrid} />
          <TableRows
            count={rows.length}
            draw={draw}
            keyOf={keyAt}
            heightOf={heightOf}
            isGrid={isGrid}
            scroller={fitted ? 'none' : scrollers[place]}
            handle={handle}
            onRange={onRange}
          />
        </TableLayout>
      </table>
      {sheet && (
        <div className={sheetClasses.sideways} data-sideways aria-hidden>
          <div style={{ inlineSize: sheet.minWidth }} />
        </div>
      )}
    </Frame>
  );
}

function Frame(props: ComponentProps<'section'> & { 'data-place': string }) {
  return props['data-place'] === 'region' ? <section {...props} /> : <div {...(props as object)} />;
}

/** Header, rows and footer of a sheet scroll together. */
function moveTogether({ currentTarget, target }: UIEvent<HTMLElement>): void {
  if (!(target instanceof Element) || !target.matches('[data-sideways]')) return;
  for (const part of currentTarget.querySelectorAll('[data-sideways]')) part.scrollLeft = target.scrollLeft;
}

type ColumnsRowProps<Row> = RowPosition & { row: Row; columns: readonly Column<Row>[] };

const ColumnsRow = memo(function ColumnsRow<Row>({ row, columns, ...position }: ColumnsRowProps<Row>) {
  return (
    <TableRow {...position}>
      {columns.map(({ id, cell }) => (
        <Cell key={id} column={id}>
          {cell?.(row)}
        </Cell>
      ))}
    </TableRow>
  );
}) as <Row>(props: ColumnsRowProps<Row>) => ReactNode;

type HeadProps<Row, Field extends string> = {
  columns: readonly Column<Row, Field>[];
  sort: Sort<Field> | null;
  onSort: ((sort: Sort<Field> | null) => void) | undefined;
  sheet: Sheet | undefined;
  isGrid: boolean;
};

function TableHead<Row, Field extends string>(props: HeadProps<Row, Field>) {
  const { columns, sort, onSort, sheet, isGrid } = props;
  const roles = rolesOf(isGrid);
  const columnIds = useMemo(
    () => columns.filter(({ head }) => head === undefined).map(({ id }) => id),
    [columns],
  );
  const mover = useColumnMover({ columnIds, onMove: sheet?.onMove });
  return (
    <thead
      {...roles.rowgroup}
      className={classes.head}
      data-sortable={onSort !== undefined || undefined}
      data-sideways
    >
      <tr {...roles.row} aria-rowindex={1} className={classes.row} {...mover}>
        {columns.map(({ id, label, hideLabel, head, align, sort: field, pinnedAt }) => {
          const direction = field !== undefined && sort?.field === field ? sort.direction : null;
          return (
            <th
              key={id}
              {...roles.columnheader}
              scope="col"
              aria-sort={field === undefined ? undefined : ariaSort(direction)}
              className={classes.headCell}
              data-column={id}
              data-align={align}
              data-pinned={pinnedAt === undefined ? undefined : true}
              style={placeOf({ id, pinnedAt })}
              draggable={(sheet && head === undefined) || undefined}
            >
              {field !== undefined && onSort ? (
                <SortableHeader
                  label={label}
                  align={align}
                  direction={direction}
                  onSort={() => onSort(nextSort(field, direction))}
                />
              ) : (
                (head ?? (hideLabel ? <span className="sr-only">{label}</span> : <span>{label}</span>))
              )}
              {sheet && head === undefined && (
                <ColumnResizer columnId={id} label={label} onResize={sheet.onResize} />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Cycles through ascending, descending and unsorted. */
function nextSort<Field extends string>(field: Field, direction: SortDirection | null): Sort<Field> | null {
  if (direction === 'desc') return null;
  return { field, direction: direction === 'asc' ? 'desc' : 'asc' };
}

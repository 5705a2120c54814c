import { Skeleton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { areaOf, type Column } from './columns.ts';
import classes from './data-table.module.css';
import { Cell } from './table-row.tsx';

/** Bar widths in percent, varied like real values. */
const WIDTHS = [62, 48, 71, 55, 66, 44];

type Columns = readonly Pick<Column, 'id' | 'skeleton' | 'hideLabel' | 'align'>[];

type Props = { frame: ComponentProps<'div'>; columns: Columns; label: string };

/** Keeps the table's layout while its first rows load. */
export function SkeletonTable({ frame, columns, label }: Props) {
  return (
    <div {...frame} role="status" aria-label={label}>
      <span className="sr-only">{label}</span>
      {WIDTHS.map((width) => (
        <div key={width} className={`${classes.row} ${classes.bodyRow}`} data-skeleton>
          {columns.map((column) => (
            <div key={column.id} style={{ gridArea: areaOf(column.id) }}>
              <Bars column={column} width={width} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A row not loaded yet, among loaded ones. */
export function SkeletonCells({ columns }: { columns: Columns }) {
  return columns.map((column) => (
    <Cell key={column.id} column={column.id}>
      <Bars column={column} width={55} />
    </Cell>
  ));
}

function Bars({ column, width }: { column: Columns[number]; width: number }) {
  if (column.skeleton === 'none' || column.hideLabel) return null;
  return (
    <>
      <Skeleton height={12} width={`${width}%`} ml={column.align === 'end' ? 'auto' : undefined} />
      {column.skeleton === 'two lines' && <Skeleton height={10} width={`${width / 2}%`} mt={8} />}
    </>
  );
}

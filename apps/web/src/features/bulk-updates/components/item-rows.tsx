import { Button, Skeleton } from '@mantine/core';
import type { BulkUpdateBatch, BulkUpdateItem } from '@storefleet/contract/bulk-updates';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { SelectCheckbox } from '../../../components/select-checkbox.tsx';
import { describeError } from '../../../lib/describe-error.ts';
import type { ShownItems } from '../api/list-bulk-update-items.ts';
import { useItems, useItemTotal } from '../api/use-items.ts';
import classes from './batch-items.module.css';
import { ItemCells, nameOfItem } from './item-cells.tsx';

/** Height before a row is measured, in pixels. */
const ROW_HEIGHT = 54;

/** A region that scrolls must be within reach of the keyboard. */
const scrollRegion = { 'aria-label': 'Rows', tabIndex: 0 };

type Props = {
  batch: BulkUpdateBatch;
  show: ShownItems;
  excluded?: ReadonlyMap<string, BulkUpdateItem> | undefined;
  onExclude?: ((item: BulkUpdateItem, leftOut: boolean) => void) | undefined;
};

const emptySentences: Record<ShownItems, string> = {
  changes: 'No row changes.',
  problems: 'No row has a problem.',
  warnings: 'No row needs a second look.',
  unchanged: 'Every row changes.',
};

/** Only the rows in view are read and drawn. */
export function ItemRows({ batch, show, excluded, onExclude }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const expected = show === 'problems' ? batch.failed : show === 'unchanged' ? batch.unchanged : batch.total;
  const rowsOf = { batchId: batch.batch_id, show, status: batch.status };
  // Until the first answer the batch's own count is the best guess.
  const total = useItemTotal(rowsOf) ?? expected;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const drawn = virtualizer.getVirtualItems();
  const rows = useItems({ ...rowsOf, first: drawn[0]?.index ?? 0, last: drawn.at(-1)?.index ?? 0 });

  if (rows.error && rows.total === null) {
    return (
      <Banner tone="danger" title="The rows could not be read.">
        {describeError(rows.error)}{' '}
        <Button variant="default" size="xs" onClick={rows.retry}>
          Retry
        </Button>
      </Banner>
    );
  }
  if (total === 0) return <p className={classes.empty}>{emptySentences[show]}</p>;
  return (
    <section ref={scroller} className={classes.scroller} {...scrollRegion}>
      <table
        className={classes.table}
        aria-label="Rows of this update"
        aria-rowcount={total + 1}
        aria-busy={drawn.some(({ index }) => rows.itemAt(index) === undefined)}
      >
        <thead className={classes.head}>
          <tr
            className={classes.row}
            aria-rowindex={1}
            data-selectable={onExclude !== undefined || undefined}
          >
            {onExclude && (
              <th scope="col" className={classes.headCell} data-column="select">
                <span className={classes.srOnly}>Include</span>
              </th>
            )}
            <th scope="col" className={classes.headCell} data-column="name">
              Name
            </th>
            <th scope="col" className={classes.headCell} data-column="store">
              Store
            </th>
            <th scope="col" className={classes.headCell} data-column="changes">
              {show === 'unchanged' ? 'Value' : 'Old and new value'}
            </th>
          </tr>
        </thead>
        <tbody className={classes.body} style={{ blockSize: virtualizer.getTotalSize() }}>
          {drawn.map(({ index, start }) => {
            const item = rows.itemAt(index);
            const leftOut = item !== undefined && excluded?.has(item.id) === true;
            return (
              <tr
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                data-selectable={onExclude !== undefined || undefined}
                data-left-out={leftOut || undefined}
                aria-rowindex={index + 2}
                className={`${classes.row} ${classes.bodyRow}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                {onExclude && (
                  <td className={classes.cell} data-column="select">
                    {item && <IncludeBox item={item} leftOut={leftOut} onExclude={onExclude} />}
                  </td>
                )}
                {item ? <ItemCells item={item} show={show} /> : <SkeletonCells />}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

type IncludeProps = {
  item: BulkUpdateItem;
  leftOut: boolean;
  onExclude: NonNullable<Props['onExclude']>;
};

function IncludeBox({ item, leftOut, onExclude }: IncludeProps) {
  return (
    <SelectCheckbox
      state={leftOut ? 'none' : 'all'}
      label={`Include ${nameOfItem(item)}`}
      onToggle={() => onExclude(item, !leftOut)}
    />
  );
}

function SkeletonCells() {
  return (
    <>
      <td className={classes.cell} data-column="name">
        <Skeleton height={12} width="60%" />
      </td>
      <td className={classes.cell} data-column="store">
        <Skeleton height={12} width="50%" />
      </td>
      <td className={classes.cell} data-column="changes">
        <Skeleton height={12} width="45%" />
      </td>
    </>
  );
}

import { Button } from '@mantine/core';
import { MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import { useCallback, useMemo, useState } from 'react';
import { type Column, numberColumn } from '../../../../components/data-table/columns.ts';
import { DataTable, type Sort } from '../../../../components/data-table/data-table.tsx';
import { Cell, TableRow } from '../../../../components/data-table/table-row.tsx';
import { Banner } from '../../../../components/feedback/banner.tsx';
import { SelectCheckbox } from '../../../../components/select-checkbox.tsx';
import { describeError } from '../../../../lib/api/describe-error.ts';
import type { ItemsFilter, ShownItems } from '../../../batches/queries.ts';
import { useItems } from '../../api/use-items.ts';
import type { ItemsView } from '../../items/use-items-view.ts';
import type { LeavingOut } from '../../items/use-leaving-out.ts';
import classes from './batch-items.module.css';
import { ItemCells, MoneyCells, nameOfItem } from './item-cells.tsx';
import { ItemFilter } from './item-filter.tsx';

type Field = NonNullable<ItemsFilter['sort']>;

type Props = {
  batch: BulkUpdateBatch;
  show: ShownItems;
  items: ItemsView;
  /** For a preview whose rows can be left out. */
  leavingOut: LeavingOut | undefined;
};

const emptySentences: Record<ShownItems, string> = {
  changes: 'No rows change.',
  problems: 'No problems.',
  warnings: 'No warnings.',
  unchanged: 'Every row changes.',
  left_out: 'No rows are left out.',
};

function columnsOf(
  show: ShownItems,
  selectable: boolean,
  withMoney: boolean,
): readonly Column<BulkUpdateItem, Field>[] {
  const columns: readonly Column<BulkUpdateItem, Field>[] = [
    { id: 'name', label: 'Name', width: 'minmax(0, 1.6fr)', sort: 'name' },
    { id: 'store', label: 'Store', width: 'minmax(0, 0.9fr)', sort: 'store' },
    {
      id: 'changes',
      label: show === 'unchanged' ? 'Value' : 'Old and new value',
      width: 'minmax(0, 2fr)',
      sort: 'after',
    },
    ...(withMoney
      ? [
          numberColumn<BulkUpdateItem, Field>('percent', 'Change', { width: '5.5rem', sort: 'change' }),
          numberColumn<BulkUpdateItem, Field>('margin', 'New margin', {
            width: '7rem',
            cardLabel: 'Margin',
            sort: 'margin',
          }),
        ]
      : []),
  ];
  return selectable
    ? [{ id: 'select', label: 'Include', hideLabel: true, width: '1.0625rem' }, ...columns]
    : columns;
}

const cards = { areas: '"name store" "changes changes"', columns: 'minmax(0, 1fr) fit-content(45%)' };
const selectableCards = {
  areas: '"select name store" "select changes changes"',
  columns: '1.25rem minmax(0, 1fr) fit-content(45%)',
};
const moneyCards = {
  areas: '"select name store" "select changes percent" "select . margin"',
  columns: '1.25rem minmax(0, 1fr) fit-content(45%)',
};

/** For a preview of amounts: the change in percent and the resulting margin. */
function showsMoney({ status, attributes }: BulkUpdateBatch, show: ShownItems): boolean {
  return (
    status === 'planned' &&
    (show === 'changes' || show === 'warnings' || show === 'left_out') &&
    attributes.some((attribute) => MONEY_ATTRIBUTES.some((money) => money === attribute))
  );
}

/** Minimum number of rows that shows the filter. */
const FILTERED_FROM = 8;

/** Loads and renders only the visible rows. */
export function ItemRows(props: Props) {
  const { batch, show, items, leavingOut } = props;
  const [range, setRange] = useState({ first: 0, last: 0 });
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  const rows = useItems({
    batchId: batch.batch_id,
    filter: { ...items.asked, show },
    status: batch.status,
    ...range,
  });
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
  return (
    <>
      {batch.total >= FILTERED_FROM && (
        <ItemFilter
          batch={batch}
          items={items}
          filter={{ ...items.view, show }}
          total={rows.reading || items.isTyping ? null : rows.total}
          leavingOut={leavingOut}
        />
      )}
      <ItemTable {...props} onRange={onRange} rows={rows} />
    </>
  );
}

type TableProps = Props & {
  rows: ReturnType<typeof useItems>;
  onRange: (first: number, last: number) => void;
};

function ItemTable({ batch, show, items, leavingOut, onRange, rows }: TableProps) {
  const { onExclude, isLeftOut = ({ left_out }: BulkUpdateItem) => left_out } = leavingOut ?? {};
  const expected = show === 'problems' ? batch.failed : show === 'unchanged' ? batch.unchanged : batch.total;
  // Until the first response the batch's own count is the best estimate.
  const total = rows.total ?? expected;
  const selectable = onExclude !== undefined;
  const withMoney = selectable && showsMoney(batch, show);
  const columns = useMemo(() => columnsOf(show, selectable, withMoney), [show, selectable, withMoney]);
  const { show: _, sort: field, direction = 'asc', ...narrowed } = items.view;
  const sort: Sort<Field> | null = field === undefined ? null : { field, direction };
  if (total === 0) {
    const isNarrowed = Object.values(narrowed).some((part) => part !== undefined);
    if (!isNarrowed) return <p className={classes.empty}>{emptySentences[show]}</p>;
    return (
      <div className={classes.empty}>
        <p>No rows match.</p>
        <Button size="xs" variant="default" onClick={() => items.change({ show, sort: field, direction })}>
          Show all rows
        </Button>
      </div>
    );
  }
  return (
    <DataTable
      label="Rows of this update"
      place="region"
      columns={columns}
      rows={{ length: total, at: rows.itemAt }}
      keyOf={({ id }) => id}
      cards={withMoney ? moneyCards : onExclude ? selectableCards : cards}
      stale={rows.reading}
      sort={sort}
      onSort={(next) => items.change({ ...items.view, sort: next?.field, direction: next?.direction })}
      onRange={onRange}
    >
      {(item, position) => (
        <TableRow {...position} className={`${classes.row} ${isLeftOut(item) ? classes.leftOut : ''}`}>
          {onExclude && (
            <Cell column="select">
              <SelectCheckbox
                state={isLeftOut(item) ? 'none' : 'all'}
                label={`Include ${nameOfItem(item)}`}
                onToggle={() => onExclude(item, !isLeftOut(item))}
              />
            </Cell>
          )}
          <ItemCells item={item} show={show} named={batch.attributes.length > 1} />
          {withMoney && <MoneyCells item={item} />}
        </TableRow>
      )}
    </DataTable>
  );
}

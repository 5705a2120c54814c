import { EDITABLE_ATTRIBUTE_LABELS } from '@storefleet/contract/attributes/attributes';
import type { AmountSummary, BulkUpdateStore } from '@storefleet/contract/edits/bulk-update-batches';
import { compareDecimals, subtractDecimals } from '@storefleet/contract/values/money/decimal';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useMemo } from 'react';
import { type Column, numberColumn } from '../../../../components/data-table/columns.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import { formatMoney } from '../../../../lib/format/format-money.ts';
import { openCount, timeOf } from '../../../batches/batch-words.ts';

type Row = { key: string; store: BulkUpdateStore; isFirst: boolean; amount: AmountSummary | null };

const storeColumns: readonly Column<Row>[] = [
  { id: 'store', label: 'Store', cell: ({ store, isFirst }) => isFirst && store.store_name },
  numberColumn('rows', 'Rows', { cell: ({ store, isFirst }) => isFirst && formatCount(openCount(store)) }),
];
const timeColumn: Column<Row> = {
  id: 'time',
  label: 'Takes',
  cell: ({ store, isFirst }) => isFirst && openCount(store) > 0 && (timeOf([store]) ?? 'Not known yet'),
};
const attributeColumn: Column<Row> = {
  id: 'attribute',
  label: 'Attribute',
  cell: ({ amount }) => amount && EDITABLE_ATTRIBUTE_LABELS[amount.attribute],
};
const amountColumns: readonly Column<Row>[] = [
  amountColumn('before', 'Sum before', ({ before }, currency) => formatMoney(before, currency)),
  amountColumn('after', 'Sum after', ({ after }, currency) => formatMoney(after, currency)),
  amountColumn('difference', 'Difference', ({ before, after }, currency) => {
    const difference = subtractDecimals(after, before);
    return `${compareDecimals(difference, '0') < 0 ? '−' : '+'}${formatMoney(difference.replace('-', ''), currency)}`;
  }),
  amountColumn('rise', 'Largest rise', (amount) => percent(amount.largest_rise_percent, '+')),
  amountColumn('fall', 'Largest fall', (amount) => percent(amount.largest_fall_percent, '−')),
];

function amountColumn(
  id: string,
  label: string,
  words: (amount: AmountSummary, currency: string) => string,
): Column<Row> {
  return numberColumn(id, label, {
    cell: ({ amount, store }) => amount && words(amount, store.store_currency),
  });
}

/** Row count, sums and largest changes per store, in its currency. */
export function StoreTotals({ stores }: { stores: readonly BulkUpdateStore[] }) {
  const hasAmounts = stores.some(({ amounts }) => amounts.length > 0);
  const isMixed =
    new Set(stores.flatMap(({ amounts }) => amounts.map(({ attribute }) => attribute))).size > 1;
  const isApart = stores.length > 1;
  const columns = useMemo(
    () => [
      ...storeColumns,
      ...(isApart ? [timeColumn] : []),
      ...(isMixed ? [attributeColumn] : []),
      ...(hasAmounts ? amountColumns : []),
    ],
    [isApart, isMixed, hasAmounts],
  );
  if (!hasAmounts && !isApart) return null;
  return (
    <DataTable
      label="Totals of each store"
      place="region"
      fitted
      columns={columns}
      rows={stores.flatMap(rowsOf)}
      keyOf={({ key }) => key}
    />
  );
}

function rowsOf(store: BulkUpdateStore): Row[] {
  const amounts = store.amounts.length > 0 ? store.amounts : [null];
  return amounts.map((amount, index) => {
    return { key: `${store.store_id} ${amount?.attribute ?? ''}`, store, isFirst: index === 0, amount };
  });
}

const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

function percent(value: number | null, sign: string): string {
  return value === null ? '–' : `${sign}${oneDecimal.format(Math.abs(value))}%`;
}

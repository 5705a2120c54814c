import { Table } from '@mantine/core';
import { EDITABLE_ATTRIBUTE_LABELS } from '@storefleet/contract/constants';
import { formatCount } from '@storefleet/contract/quantity';
import { formatMoney } from '../../../lib/format-money.ts';
import { openCount } from '../batch-words.ts';
import { isNegative, subtract } from '../decimal.ts';
import type { AmountTotals, StoreTotals as Totals } from '../left-out.ts';
import classes from './store-totals.module.css';

/** A region that scrolls must be within reach of the keyboard. */
const scrollRegion = { 'aria-label': 'Totals of each store', tabIndex: 0 };

type Props = {
  stores: readonly Totals[];
};

/** Rows, sums and the largest changes of each store, each in its own currency. */
export function StoreTotals({ stores }: Props) {
  const hasAmounts = stores.some(({ amounts }) => amounts.length > 0);
  const isMixed =
    new Set(stores.flatMap(({ amounts }) => amounts.map(({ attribute }) => attribute))).size > 1;
  if (!hasAmounts && stores.length < 2) return null;
  return (
    <div>
      <section className={classes.scroll} {...scrollRegion}>
        <Table className={classes.table} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Store</Table.Th>
              <Table.Th className={classes.number}>Rows</Table.Th>
              {isMixed && <Table.Th>Attribute</Table.Th>}
              {hasAmounts && (
                <>
                  <Table.Th className={classes.number}>Sum before</Table.Th>
                  <Table.Th className={classes.number}>Sum after</Table.Th>
                  <Table.Th className={classes.number}>Difference</Table.Th>
                  <Table.Th className={classes.number}>Largest rise</Table.Th>
                  <Table.Th className={classes.number}>Largest fall</Table.Th>
                </>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stores.flatMap((store) => {
              const amounts = store.amounts.length > 0 ? store.amounts : [null];
              return amounts.map((amount, index) => (
                <Table.Tr key={`${store.store_id} ${amount?.attribute ?? ''}`}>
                  <Table.Td>{index === 0 && store.store_name}</Table.Td>
                  <Table.Td className={classes.number}>
                    {index === 0 && formatCount(openCount(store))}
                  </Table.Td>
                  {isMixed && <Table.Td>{amount && EDITABLE_ATTRIBUTE_LABELS[amount.attribute]}</Table.Td>}
                  {hasAmounts && <AmountCells amount={amount} currency={store.store_currency} />}
                </Table.Tr>
              ));
            })}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}

function AmountCells({ amount, currency }: { amount: AmountTotals | null; currency: string }) {
  if (!amount)
    return ['before', 'after', 'difference', 'rise', 'fall'].map((name) => <Table.Td key={name} />);
  const difference = subtract(amount.after, amount.before);
  return (
    <>
      <Table.Td className={classes.number}>{formatMoney(amount.before, currency)}</Table.Td>
      <Table.Td className={classes.number}>{formatMoney(amount.after, currency)}</Table.Td>
      <Table.Td className={classes.number}>
        {isNegative(difference) ? '−' : '+'}
        {formatMoney(difference.replace('-', ''), currency)}
      </Table.Td>
      <Table.Td className={classes.number}>
        {percent(amount.largest_rise_percent, '+', amount.riseAtMost)}
      </Table.Td>
      <Table.Td className={classes.number}>
        {percent(amount.largest_fall_percent, '−', amount.fallAtMost)}
      </Table.Td>
    </>
  );
}

const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

function percent(value: number | null, sign: string, isLimit = false): string {
  return value === null ? '–' : `${isLimit ? 'at most ' : ''}${sign}${oneDecimal.format(Math.abs(value))}%`;
}

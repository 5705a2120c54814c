import type { WhatIfGroup } from '@storefleet/contract/edits/what-if';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useMemo } from 'react';
import { type Column, numberColumn } from '../../../../components/data-table/columns.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import { MoneyChange, nameOf, PercentChange } from './what-if-values.tsx';

type Props = { label: string; heading: string; groups: readonly WhatIfGroup[] };

/** All sums of all groups, each in its own currency. */
export function WhatIfTable({ label, heading, groups }: Props) {
  const columns = useMemo(
    (): Column<WhatIfGroup>[] => [
      { id: 'group', label: heading, namesRow: true, cell: nameOf },
      numberColumn('variants', 'Variants', { cell: ({ variants }) => formatCount(variants) }),
      moneyColumn('price', 'Stock at price', 'value_at_price'),
      moneyColumn('cost', 'Stock at cost', 'value_at_cost'),
      moneyColumn('margin', 'Margin', 'margin'),
      numberColumn('percent', 'Margin in %', { cell: (sums) => <PercentChange sums={sums} /> }),
    ],
    [heading],
  );
  return (
    <DataTable
      label={label}
      place="region"
      fitted
      columns={columns}
      rows={groups}
      keyOf={({ currency, store_id, name, others }) => `${currency} ${store_id} ${name} ${others}`}
    />
  );
}

function moneyColumn(
  id: string,
  label: string,
  sum: 'value_at_price' | 'value_at_cost' | 'margin',
): Column<WhatIfGroup> {
  return numberColumn(id, label, { cell: (sums) => <MoneyChange sums={sums} sum={sum} /> });
}

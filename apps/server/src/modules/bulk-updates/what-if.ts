import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { WhatIf, WhatIfGroup } from '@storefleet/contract/edits/what-if';
import { marginPercent } from '@storefleet/contract/values/money/decimal';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { Queryable } from '../../platform/db/database.ts';

/** Groups of a kind shown individually. */
const GROUPS_SHOWN = 50;
/** `priced_`: the value at price, of variants that also have a cost. */
const SUMMED = ['priced_before', 'priced_after', 'cost_before', 'cost_after'] as const;
const SUMS = ['value_before', 'value_after', ...SUMMED, 'margin_before', 'margin_after'] as const;
const COUNTS = ['variants', 'without_stock', 'without_price', 'without_cost'] as const;

type Row = Record<(typeof SUMS)[number], string> &
  Record<(typeof COUNTS)[number], number> & {
    kind: 'totals' | 'stores' | 'vendors' | 'types';
    currency: string;
    store_id: string | null;
    name: string | null;
    others: number;
  };

/** A plan's effect on margin and stock value. */
export async function whatIf(
  db: Queryable,
  { batch_id, attributes }: Pick<BulkUpdateBatch, 'batch_id' | 'attributes'>,
): Promise<WhatIf> {
  const { rows } = await db.query<Row>(STATEMENT, [batch_id, DEFAULT_CURRENCY, GROUPS_SHOWN]);
  const groupsOf = (kind: Row['kind']) => rows.filter((row) => row.kind === kind).map(toGroup);
  const totals = groupsOf('totals').map(({ store_id: _, name: __, others: ___, ...sums }) => sums);
  return {
    totals,
    stores: groupsOf('stores'),
    vendors: groupsOf('vendors'),
    types: groupsOf('types'),
    notes: notesOn(totals, attributes),
  };
}

function toGroup(row: Row): WhatIfGroup {
  const { currency, variants, without_stock, without_price, without_cost, store_id, name, others } = row;
  return {
    store_id,
    name,
    others,
    currency,
    variants,
    without_stock,
    without_price,
    without_cost,
    value_at_price: { before: row.value_before, after: row.value_after },
    value_at_cost: { before: row.cost_before, after: row.cost_after },
    margin: { before: row.margin_before, after: row.margin_after },
    margin_percent: {
      before: marginPercent(row.priced_before, row.cost_before),
      after: marginPercent(row.priced_after, row.cost_after),
    },
  };
}

function notesOn(totals: WhatIf['totals'], attributes: readonly EditableAttribute[]): string[] {
  const currencies = totals.map(({ currency }) => currency);
  const notes: string[] = [];
  const note = (count: (typeof COUNTS)[number], words: (is: string) => string) => {
    const sum = totals.reduce((total, sums) => total + sums[count], 0);
    if (sum > 0) notes.push(`${formatQuantity(sum, 'variant')} ${words(sum === 1 ? 'is' : 'are')}`);
  };
  /** A plan that sets or clears it may leave it missing on one side only. */
  const without = (attribute: 'price' | 'cost') =>
    `without ${attribute}${attributes.includes(attribute) ? ', before or after,' : ''}`;
  note('without_stock', (is) => `without stock ${is} not in these sums.`);
  note('without_price', (is) => `${without('price')} ${is} not in these sums.`);
  note('without_cost', (is) => `${without('cost')} ${is} not in the margin.`);
  if (currencies.length > 1)
    notes.push(`Different currencies are never added: ${currencies.join(' and ')} have sums of their own.`);
  return notes;
}

const value = (attribute: 'price' | 'cost', side: 'old' | 'new') =>
  `case when item.changes ? '${attribute}' then (item.changes -> '${attribute}' ->> '${side}')::numeric
     else variant.${attribute} end`;
const list = (names: readonly string[], write: (name: string) => string) => names.map(write).join(', ');

const summed = (name: string, of: string, where: string) =>
  `coalesce(sum(${of}) filter (where ${where}), 0) as ${name}`;

/** Grouped by store, vendor, type and missing values before further sums. */
const STATEMENT = `
  with item as materialized (
    select item.store_id, nullif(product.vendor, '') as vendor, nullif(product.product_type, '') as product_type,
      coalesce(greatest(variant.inventory_quantity, 0), 0) as stock,
      ${value('price', 'old')} as price_before, ${value('price', 'new')} as price_after,
      ${value('cost', 'old')} as cost_before, ${value('cost', 'new')} as cost_after
    from edit_items item
    left join variants variant on variant.id = item.variant_id
    left join products product on product.id = item.product_id
    where item.batch_id = $1 and item.status = 'planned' and item.variant_id is not null
      and item.changes ?| array['price', 'cost']
      and item.id not in (select item_id from left_out_items where batch_id = $1)
  ), finest as (
    select store_id, vendor, product_type, case when stock = 0 then 'stock'
        when price_before is null or price_after is null then 'price'
        when cost_before is null or cost_after is null then 'cost' else 'nothing' end as lacks,
      count(*) as variants, sum(stock * price_before) as price_before, sum(stock * price_after) as price_after,
      sum(stock * cost_before) as cost_before, sum(stock * cost_after) as cost_after
    from item group by 1, 2, 3, 4
  ), grouped as (
    select case grouping(store_id, vendor, product_type)
        when 7 then 'totals' when 3 then 'stores' when 5 then 'vendors' else 'types' end as kind,
      currency, store_id, coalesce(store_name, vendor, product_type) as name,
      sum(variants) as variants,
      ${list(['stock', 'price', 'cost'], (one) => `coalesce(sum(variants) filter (where lacks = '${one}'), 0) as without_${one}`)},
      ${summed('value_before', 'price_before', "lacks <> 'price'")}, ${summed('value_after', 'price_after', "lacks <> 'price'")},
      ${SUMMED.map((name) => summed(name, name.replace('priced', 'price'), "lacks = 'nothing'")).join(', ')}
    from finest join (
      select store_id, store_name, coalesce(store_currency, $2) as currency from edit_batch_stores where batch_id = $1
    ) as store using (store_id)
    group by grouping sets ((currency), (currency, store_id, store_name), (currency, vendor), (currency, product_type))
  ), ranked as (
    select *, priced_before - cost_before as margin_before, priced_after - cost_after as margin_after,
      row_number() over (partition by kind order by value_after desc, variants desc, name) <= $3 as is_shown
    from grouped
  )
  select kind, currency, line.store_id, line.name, case when is_shown then 0 else count(*) end::int as others,
    ${list(COUNTS, (name) => `sum(${name})::int as ${name}`)},
    ${list(SUMS, (name) => `(0.00 + sum(${name}))::text as ${name}`)}
  from ranked
  cross join lateral (
    select case when is_shown then ranked.store_id end as store_id, case when is_shown then ranked.name end as name
  ) as line
  group by kind, currency, is_shown, line.store_id, line.name
  order by is_shown desc, sum(value_after) desc, currency, line.name`;

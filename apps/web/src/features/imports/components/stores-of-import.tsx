import { Checkbox } from '@mantine/core';
import { MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { DEFAULT_CURRENCY } from '@storefleet/contract/constants';
import type { ImportMatches } from '@storefleet/contract/edits/imports';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { StoreFilter } from '../../products/components/store-filter.tsx';
import type { StoreChoice } from '../../products/search-address.ts';
import { storesQuery } from '../../stores/api/queries.ts';
import type { ColumnChoices } from '../import-columns.ts';
import classes from './import-dialog.module.css';

type Props = {
  value: StoreChoice;
  inEachStore: boolean;
  matches: ImportMatches | undefined;
  columns: ColumnChoices;
  disabled: boolean;
  onStores: (stores: StoreChoice) => void;
  onEverywhere: (inEachStore: boolean) => void;
};

/** Target stores of the rows; stores containing them come first. */
export function StoresOfImport({ value, inEachStore, matches, columns, disabled, ...on }: Props) {
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  const rowsOf = new Map(matches?.stores.map(({ store_id, rows }) => [store_id, rows]));
  const held = stores.toSorted((a, b) => (rowsOf.get(b.id) ?? 0) - (rowsOf.get(a.id) ?? 0));
  const holding = held.filter(({ id }) => rowsOf.has(id));
  const currencies = new Set(holding.map(({ store_currency }) => store_currency ?? DEFAULT_CURRENCY));
  const amounts: readonly string[] = MONEY_ATTRIBUTES;
  const writesAmounts = Object.values(columns).some((meaning) => amounts.includes(meaning));
  return (
    <div>
      <StoreFilter
        options={held}
        value={value}
        describe={({ id }) => (rowsOf.has(id) ? formatQuantity(rowsOf.get(id) ?? 0, 'row') : 'no row')}
        onChange={on.onStores}
      />
      <Checkbox
        mt="xs"
        label="Change a SKU or barcode in each of these stores that has it"
        description="Otherwise such a row must name its store."
        checked={inEachStore}
        disabled={disabled}
        onChange={(event) => on.onEverywhere(event.currentTarget.checked)}
      />
      {holding.length > 0 && <p className={classes.hint}>{heldBy(holding, rowsOf)}</p>}
      {writesAmounts && currencies.size > 1 && (
        <p className={classes.hint}>
          These stores sell in {[...currencies].join(', ')}: amounts are not converted. An amount that names a
          currency is written only to stores with that currency.
        </p>
      )}
    </div>
  );
}

/** Maximum number of stores named; the rest are counted. */
const NAMED = 4;

/** "Held by Atlas (28 rows), Borealis (12 rows) and 3 more stores." */
function heldBy(stores: readonly Store[], rowsOf: ReadonlyMap<string, number>): string {
  const named = stores
    .slice(0, NAMED)
    .map(({ id, shop_name }) => `${shop_name} (${formatQuantity(rowsOf.get(id) ?? 0, 'row')})`);
  const others = stores.length - named.length;
  return `Held by ${named.join(', ')}${others > 0 ? ` and ${formatQuantity(others, 'more store')}` : ''}.`;
}

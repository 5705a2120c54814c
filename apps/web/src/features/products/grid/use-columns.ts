import { attributesOnList, isListPrice } from '@storefleet/contract/attributes/list-prices';
import type { Store } from '@storefleet/contract/stores/stores';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { knownMetafields } from '../../metafields/known-metafields.ts';
import { storesQuery } from '../../stores/api/queries.ts';
import type { StoreChoice } from '../search-address.ts';
import {
  COLUMN_IDS,
  COLUMNS,
  type ColumnId,
  type ColumnOf,
  type GridColumn,
  listPriceColumn,
  metafieldColumn,
} from './columns.ts';

/** Columns by id, those of metafields and price lists as the stores define them. Stable until the stores are read anew. */
export function useColumns(): ColumnOf {
  const { data } = useQuery(storesQuery(useApi()));
  return useMemo(() => columnsIn(data), [data]);
}

function columnsIn(stores: readonly Store[] = []): ColumnOf {
  const known = new Map<ColumnId, GridColumn>();
  return (id) => {
    const column = known.get(id) ?? columnOf(id, stores);
    known.set(id, column);
    return column;
  };
}

function columnOf(id: ColumnId, stores: readonly Store[]): GridColumn {
  if (isNamed(id)) return COLUMNS[id];
  return isListPrice(id) ? listPriceColumn(id, stores) : metafieldColumn(id, stores);
}

const isNamed = (id: ColumnId): id is keyof typeof COLUMNS => id in COLUMNS;

/** Every column that the chosen stores have, in menu order. */
export function useColumnIds(chosen: StoreChoice): readonly ColumnId[] {
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  const searched = stores.filter(({ id }) => chosen === 'all' || chosen.includes(id));
  const lists = new Set(searched.flatMap(({ price_lists }) => price_lists.map(({ name }) => name)));
  return [
    ...COLUMN_IDS,
    ...[...lists].sort().flatMap(attributesOnList),
    ...knownMetafields(searched).map(({ attribute }) => attribute),
  ];
}

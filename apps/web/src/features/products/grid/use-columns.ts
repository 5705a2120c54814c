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
  metafieldColumn,
} from './columns.ts';

/** Columns by id, those of metafields as the stores define them. Stable until the stores are read anew. */
export function useColumns(): ColumnOf {
  const { data } = useQuery(storesQuery(useApi()));
  return useMemo(() => columnsIn(data), [data]);
}

function columnsIn(stores: readonly Store[] = []): ColumnOf {
  const known = new Map<ColumnId, GridColumn>();
  return (id) => {
    const column = known.get(id) ?? (isNamed(id) ? COLUMNS[id] : metafieldColumn(id, stores));
    known.set(id, column);
    return column;
  };
}

const isNamed = (id: ColumnId): id is keyof typeof COLUMNS => id in COLUMNS;

/** Every column that the chosen stores have, in menu order. */
export function useColumnIds(chosen: StoreChoice): readonly ColumnId[] {
  const { data: stores = [] } = useQuery(storesQuery(useApi()));
  const searched = stores.filter(({ id }) => chosen === 'all' || chosen.includes(id));
  return [...COLUMN_IDS, ...knownMetafields(searched).map(({ attribute }) => attribute)];
}

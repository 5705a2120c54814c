import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import {
  STORE_SORT_FIELDS,
  STORE_STATUS_LABELS,
  STORE_STATUSES,
  STORE_TYPES,
  type StoreSortField,
} from '@storefleet/contract/constants';
import { STORE_KINDS } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { type DashboardFilters, parseFilters } from '../../dashboard-filters.ts';
import { countChoices } from '../../filter-stores.ts';
import { storeTypeLabels } from '../../store-labels.ts';
import classes from './store-filters.module.css';

const sortLabels: Record<StoreSortField, string> = {
  name: 'Name',
  status: 'Status',
  store_type: 'Type',
  created_at: 'Date added',
  last_sync_at: 'Last synced',
};

type Props = {
  stores: readonly Store[];
  filters: DashboardFilters;
  /** Many stores are shown as a table, which its headers sort and which can be searched. */
  isTable: boolean;
  onChange: (filters: DashboardFilters) => void;
};

export function StoreFilters({ stores, filters, isTable, onChange }: Props) {
  const counts = countChoices(stores, filters);
  const change = (part: Record<string, string>) => onChange({ ...filters, ...parseFilters(part) });
  const ascending = filters.sortDirection === 'asc';
  return (
    <search className={classes.bar} aria-label="Filter stores">
      <NativeSelect
        label="Status"
        value={filters.status}
        onChange={(event) => change({ status: event.currentTarget.value })}
        data={['' as const, ...STORE_STATUSES].map((value) => ({
          value,
          label: `${value ? STORE_STATUS_LABELS[value] : 'All'} (${counts.status(value)})`,
        }))}
      />
      <NativeSelect
        label="Type"
        value={filters.store_type}
        onChange={(event) => change({ store_type: event.currentTarget.value })}
        data={['' as const, ...STORE_TYPES.filter((type) => isOffered(type, stores, filters))].map(
          (value) => ({
            value,
            label: `${value ? storeTypeLabels[value] : 'All'} (${counts.storeType(value)})`,
          }),
        )}
      />
      {isTable ? (
        <TextInput
          className={classes.find}
          type="search"
          label="Find"
          placeholder="Name, address or tag"
          value={filters.find ?? ''}
          onChange={(event) => onChange({ ...filters, find: event.currentTarget.value })}
        />
      ) : (
        <div className={classes.sort}>
          <NativeSelect
            label="Sort by"
            value={filters.sortBy}
            onChange={(event) => change({ sortBy: event.currentTarget.value })}
            data={STORE_SORT_FIELDS.map((field) => ({ value: field, label: sortLabels[field] }))}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={ascending ? 'Sorted ascending; sort descending' : 'Sorted descending; sort ascending'}
            onClick={() => change({ sortDirection: ascending ? 'desc' : 'asc' })}
          >
            {ascending ? (
              <IconSortAscending size={17} stroke={1.6} aria-hidden />
            ) : (
              <IconSortDescending size={17} stroke={1.6} aria-hidden />
            )}
          </ActionIcon>
        </div>
      )}
    </search>
  );
}

/** The specification's choices always, the others if there is such a store. */
function isOffered(
  type: (typeof STORE_TYPES)[number],
  stores: readonly Store[],
  filters: DashboardFilters,
): boolean {
  if (STORE_KINDS[type].alwaysListed || type === filters.store_type) return true;
  return stores.some((store) => store.store_type === type);
}

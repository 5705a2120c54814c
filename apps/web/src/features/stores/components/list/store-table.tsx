import { Menu, type MenuItemProps } from '@mantine/core';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconPencil } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, memo, type ReactNode } from 'react';
import { type Column, numberColumn } from '../../../../components/data-table/columns.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import {
  Cell,
  CellDetail,
  type RowPosition,
  TableRow,
} from '../../../../components/data-table/table-row.tsx';
import { TextLink } from '../../../../components/text/links.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../../components/text/status-badge.tsx';
import { paths } from '../../../../lib/paths.ts';
import { SyncState } from '../../../sync/components/sync-summary.tsx';
import type { SyncStatuses } from '../../../sync/sync-state.ts';
import type { StoreOrder, TableField } from '../../dashboard-filters.ts';
import { storeStatusLabels, storeStatusTones, storeTypeLabels } from '../../store-labels.ts';
import { readOrder, writeOrder } from '../../store-order.ts';
import { StoreMenu } from './store-menu.tsx';
import classes from './store-table.module.css';

const MenuLink = createLink((props: MenuItemProps & ComponentPropsWithRef<'a'>) => (
  <Menu.Item component="a" {...props} />
));

const columns: readonly Column<Store, TableField>[] = [
  { id: 'name', label: 'Store', width: 'minmax(0, 1.2fr)', sort: 'name', namesRow: true, look: 'strong' },
  { id: 'state', label: 'State', width: 'minmax(0, 1.3fr)', sort: 'state' },
  numberColumn('products', 'Products', { width: '7rem', sort: 'products', cardLabel: 'Products' }),
  { id: 'last', label: 'Last sync', width: '8rem', sort: 'last_sync_at', cardLabel: 'Synced', look: 'muted' },
  { id: 'actions', label: 'Actions', hideLabel: true, width: '11.5rem', align: 'end', skeleton: 'none' },
];
const cards = {
  areas: '"name actions" "state state" "last products"',
  columns: 'minmax(0, 1fr) auto',
} as const;

type Props = {
  stores: readonly Store[];
  statuses: SyncStatuses;
  order: StoreOrder;
  onOrder: (order: StoreOrder) => void;
  /** The button that starts a sync. */
  syncButton: (store: Store) => ReactNode;
  onDelete: (store: Store) => void;
};

/** Many stores, one per row. */
export function StoreTable({ stores, statuses, order, onOrder, syncButton, onDelete }: Props) {
  return (
    <DataTable
      label="Stores"
      columns={columns}
      rows={stores}
      keyOf={({ id }) => id}
      cards={cards}
      sort={readOrder(order)}
      onSort={(sort) => onOrder(writeOrder(sort))}
    >
      {(store, position) => (
        <StoreRow
          {...position}
          store={store}
          status={statuses[store.id]}
          syncButton={syncButton(store)}
          onDelete={() => onDelete(store)}
        />
      )}
    </DataTable>
  );
}

type RowProps = RowPosition & {
  store: Store;
  status: SyncStatus | undefined;
  syncButton: ReactNode;
  onDelete: () => void;
};

const StoreRow = memo(function StoreRow({ store, status, syncButton, onDelete, ...position }: RowProps) {
  const { id, shop_name: name, store_status: standing } = store;
  return (
    <TableRow {...position} className={classes.row}>
      <Cell column="name">
        <TextLink to={paths.store} params={{ storeId: id }} c="var(--sf-text)">
          {name}
        </TextLink>
        <CellDetail>
          {storeTypeLabels[store.store_type]}
          {standing !== 'active' && (
            <>
              {' '}
              <StatusBadge tone={storeStatusTones[standing]}>{storeStatusLabels[standing]}</StatusBadge>
            </>
          )}
        </CellDetail>
      </Cell>
      <Cell column="state" className={classes.state}>
        {status && <SyncState status={status} />}
      </Cell>
      <Cell column="products">{formatCount(store.products_count)}</Cell>
      <Cell column="last">{store.last_sync_at ? <RelativeTime value={store.last_sync_at} /> : 'Never'}</Cell>
      <Cell column="actions">
        {syncButton}
        <StoreMenu name={name} onDelete={onDelete}>
          <MenuLink
            to={connectsBy(store, 'database_login') ? paths.storeEditMssql : paths.storeEdit}
            params={{ storeId: id }}
            leftSection={<IconPencil size={15} stroke={1.6} aria-hidden />}
            aria-label={`Edit ${name}`}
          >
            Edit
          </MenuLink>
        </StoreMenu>
      </Cell>
    </TableRow>
  );
});

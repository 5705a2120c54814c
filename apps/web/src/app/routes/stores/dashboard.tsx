import { Button, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { SYNC_METHOD_LABELS, type SyncMethod } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { kindOf } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import {
  IconBuildingStore,
  IconCalendarTime,
  IconDatabase,
  IconFilterOff,
  IconPlus,
  IconRefresh,
} from '@tabler/icons-react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deferred } from '../../../components/deferred.tsx';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { Banner } from '../../../components/feedback/banner.tsx';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { Permitted } from '../../../features/auth/components/permitted.tsx';
import { FirstSteps } from '../../../features/help/components/first-steps.tsx';
import { ActivityPanel } from '../../../features/overview/components/activity-panel.tsx';
import { AttentionPanel } from '../../../features/overview/components/attention-panel.tsx';
import { SummaryStrip } from '../../../features/overview/components/summary-strip.tsx';
import { attentionQuery } from '../../../features/overview/queries.ts';
import { useDeleteStore } from '../../../features/stores/api/changes.ts';
import { storesQuery } from '../../../features/stores/api/queries.ts';
import { ConnectionRemedy } from '../../../features/stores/components/connection/connection-remedy.tsx';
import { StoreCard, StoreCardSkeletons } from '../../../features/stores/components/list/store-card.tsx';
import { StoreFilters } from '../../../features/stores/components/list/store-filters.tsx';
import { StoreTable } from '../../../features/stores/components/list/store-table.tsx';
import { filterStores, isFiltered } from '../../../features/stores/filter-stores.ts';
import { MOST_CARDS, orderStores } from '../../../features/stores/store-order.ts';
import { useDashboardFilters } from '../../../features/stores/use-dashboard-filters.ts';
import { useStartSync } from '../../../features/sync/api/start-sync.ts';
import { useSyncAll } from '../../../features/sync/api/sync-all.ts';
import { StartSyncButton } from '../../../features/sync/components/start-sync-button.tsx';
import { SyncAllBanner } from '../../../features/sync/components/sync-all-banner.tsx';
import { SyncSummary, SyncSummarySkeleton } from '../../../features/sync/components/sync-summary.tsx';
import { SyncingBadge } from '../../../features/sync/components/syncing-badge.tsx';
import { useSyncStatuses } from '../../../features/sync/use-sync-statuses.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './dashboard.module.css';

const StoragePanel = deferred(
  () => import('../../../features/storage/components/storage-panel.tsx'),
  'StoragePanel',
);

const noStores: Store[] = [];

const DELETION_EFFECT =
  'Its products, mappings, schedules and sync logs are deleted here. Its change history stays, and the shop ' +
  'itself is not touched.';

/** Actions for the result of a sync. */
function SyncRemedy({
  store,
  status,
  onConnected,
}: {
  store: Store;
  status: SyncStatus;
  onConnected: () => void;
}) {
  if (status.held_back > 0) {
    return (
      <ButtonLink
        to={paths.store}
        params={{ storeId: store.id }}
        variant="default"
        size="xs"
        aria-label={`Decide about the products of ${store.shop_name}`}
      >
        Decide
      </ButtonLink>
    );
  }
  return <ConnectionRemedy store={store} errorKind={status.error_kind} onConnected={onConnected} />;
}

export function DashboardScreen() {
  usePageTitle(messages.dashboard.title);
  const api = useApi();
  const queryClient = useQueryClient();
  const list = useQuery(storesQuery(api));
  const stores = list.data ?? noStores;
  const { statuses, isStale } = useSyncStatuses(
    stores.map(({ id }) => id),
    () => void queryClient.invalidateQueries({ queryKey: ['stores'] }),
  );
  const syncAll = useSyncAll();
  const startSync = useStartSync();
  const { filters, setFilters, resetFilters } = useDashboardFilters();
  // On phones, and above many stores, the charts would push the stores below the fold.
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [deleting, setDeleting] = useState<Store | null>(null);
  // Problems stand above all else: nothing must move away from under a pointer when they arrive.
  const attention = useQuery({ ...attentionQuery(api), refetchInterval: false });
  const isLoading = list.isPending || (attention.isPending && stores.length > 0);
  const shown = isLoading ? noStores : filterStores(stores, filters);
  const isTable = stores.length > MOST_CARDS;
  const activityBelow = isPhone || isTable;
  const start = (store: Store) => startSync.mutate({ storeId: store.id, method: methodOf(store) });

  return (
    <>
      <DashboardHeader
        stores={stores}
        statuses={stores.flatMap(({ id }) => statuses[id] ?? [])}
        syncing={syncAll.isPending}
        onSyncAll={() => syncAll.mutate()}
      />
      <DashboardBanners list={list} isStale={isStale} syncAll={syncAll} startSync={startSync} />
      {(list.isPending || stores.length > 0) && (
        <Overview stores={stores} statuses={statuses} isLoading={isLoading} withActivity={!activityBelow} />
      )}
      {!isLoading && stores.length > 0 && (
        <StoreFilters stores={stores} filters={filters} isTable={isTable} onChange={setFilters} />
      )}
      <VisuallyHidden role="status">
        {stores.length > 0 && !isLoading ? `${formatQuantity(shown.length, 'store')} shown` : ''}
      </VisuallyHidden>
      {isLoading && (
        <div className={classes.grid}>
          <StoreCardSkeletons />
        </div>
      )}
      {list.error && !list.data && <QueryErrorState title={messages.dashboard.loadFailed} query={list} />}
      {list.data && stores.length === 0 && (
        <div className={classes.overview}>
          <NoStores />
          <FirstSteps />
        </div>
      )}
      {!isLoading && stores.length > 0 && shown.length === 0 && isFiltered(filters) && (
        <NoMatch hidden={stores.length} onClear={resetFilters} />
      )}
      {shown.length > 0 && isTable && (
        <StoreTable
          stores={orderStores(shown, statuses, filters.order ?? 'state')}
          statuses={statuses}
          order={filters.order ?? 'state'}
          onOrder={(order) => setFilters({ ...filters, order })}
          syncButton={(store) => (
            <StoreSyncButton store={store} status={statuses[store.id]} onSync={() => start(store)} />
          )}
          onDelete={setDeleting}
        />
      )}
      {shown.length > 0 && !isTable && (
        <div className={classes.grid}>
          {shown.map((store) => (
            <SyncedStoreCard
              key={store.id}
              store={store}
              status={statuses[store.id]}
              onSync={() => start(store)}
              onDelete={() => setDeleting(store)}
            />
          ))}
        </div>
      )}
      {activityBelow && stores.length > 0 && (
        <div className={classes.activityBelow}>
          <ActivityPanel />
        </div>
      )}
      {stores.length > 0 && (
        <div className={classes.activityBelow}>
          <StoragePanel />
        </div>
      )}
      <DeleteStore store={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function DeleteStore({ store, onClose }: { store: Store | null; onClose: () => void }) {
  return (
    <ConfirmChange
      opened={store !== null}
      title={store ? `Delete ${store.shop_name}?` : ''}
      confirmLabel="Delete store"
      tone="danger"
      change={useDeleteStore()}
      variables={store?.id ?? ''}
      failed={(reason) => `${messages.stores.deleteFailed} (${reason})`}
      onDone={() => announce(messages.stores.deleted)}
      onClose={onClose}
      effect={DELETION_EFFECT}
    >
      {messages.stores.confirmDelete}
    </ConfirmChange>
  );
}

type OverviewProps = {
  stores: readonly Store[];
  statuses: ReturnType<typeof useSyncStatuses>['statuses'];
  isLoading: boolean;
  withActivity: boolean;
};

function Overview({ stores, statuses, isLoading, withActivity }: OverviewProps) {
  return (
    <div className={classes.overview}>
      <AttentionPanel stores={stores} statuses={statuses} />
      <div className={classes.others} data-waiting={isLoading || undefined}>
        <FirstSteps />
        <SummaryStrip failedStores={stores.filter(({ id }) => statuses[id]?.status === 'failed')} />
        {withActivity && <ActivityPanel />}
      </div>
    </div>
  );
}

type BannersProps = {
  list: Pick<UseQueryResult<Store[]>, 'data' | 'error'>;
  isStale: boolean;
  syncAll: ReturnType<typeof useSyncAll>;
  startSync: ReturnType<typeof useStartSync>;
};

function DashboardBanners({ list, isStale, syncAll, startSync }: BannersProps) {
  return (
    <div className={classes.banners}>
      <SyncAllBanner result={syncAll.data} error={syncAll.error} onDismiss={syncAll.reset} />
      {startSync.error && (
        <Banner
          tone="danger"
          title={messages.sync.startFailed(
            SYNC_METHOD_LABELS[startSync.variables.method],
            describeError(startSync.error),
          )}
          onDismiss={startSync.reset}
        />
      )}
      {list.error && list.data && (
        <Banner tone="danger" title={messages.dashboard.loadFailed}>
          The stores below are as they were last read. {describeError(list.error)}
        </Banner>
      )}
      {isStale && (
        <Banner tone="warning" title="The sync status may be out of date: it could not be refreshed." />
      )}
    </div>
  );
}

type HeaderProps = {
  stores: readonly Store[];
  statuses: readonly SyncStatus[];
  syncing: boolean;
  onSyncAll: () => void;
};

function DashboardHeader({ stores, statuses, syncing, onSyncAll }: HeaderProps) {
  const hasActive = stores.some(({ store_status }) => store_status === 'active');
  return (
    <PageHeader
      title={messages.dashboard.title}
      aside={<SyncingBadge statuses={statuses} />}
      actions={
        <>
          <Permitted call="sync.startAll">
            <Button
              variant="default"
              leftSection={<IconRefresh size={15} aria-hidden />}
              loading={syncing}
              disabled={!hasActive}
              title={!hasActive ? 'No active stores to sync.' : undefined}
              onClick={onSyncAll}
            >
              Sync All Stores
            </Button>
          </Permitted>
          <ButtonLink
            variant="default"
            to={paths.scheduledSyncs}
            leftSection={<IconCalendarTime size={15} aria-hidden />}
          >
            Schedule Syncs
          </ButtonLink>
          <ButtonLink
            variant="default"
            to={paths.addMssqlStore}
            leftSection={<IconDatabase size={15} aria-hidden />}
          >
            Add MS SQL Store
          </ButtonLink>
          <ButtonLink to={paths.addStore} leftSection={<IconPlus size={15} aria-hidden />}>
            Add Shopify Store
          </ButtonLink>
        </>
      }
    />
  );
}

type CardProps = {
  store: Store;
  status: SyncStatus | undefined;
  onSync: () => void;
  onDelete: () => void;
};

function SyncedStoreCard({ store, status, onSync, onDelete }: CardProps) {
  return (
    <StoreCard
      store={store}
      sync={
        status ? (
          <SyncSummary
            status={status}
            remedy={<SyncRemedy key={status.sync_id} store={store} status={status} onConnected={onSync} />}
          />
        ) : (
          <SyncSummarySkeleton />
        )
      }
      syncButton={<StoreSyncButton store={store} status={status} onSync={onSync} />}
      onDelete={onDelete}
    />
  );
}

function StoreSyncButton({ store, status, onSync }: Omit<CardProps, 'onDelete'>) {
  return (
    <StartSyncButton
      inList
      label="Sync Products"
      method={methodOf(store)}
      storeName={store.shop_name}
      status={status}
      blockedBecause={store.store_status === 'archived' ? 'This store is archived and read-only.' : null}
      onStart={onSync}
    />
  );
}

function NoStores() {
  return (
    <EmptyState
      icon={<IconBuildingStore size={20} stroke={1.6} />}
      title={messages.dashboard.empty}
      description="Connect a store, sync its products, and search them across all your stores."
      action={
        <ButtonLink to={paths.addStore} leftSection={<IconPlus size={15} aria-hidden />}>
          Connect a Shopify store
        </ButtonLink>
      }
    />
  );
}

function NoMatch({ hidden, onClear }: { hidden: number; onClear: () => void }) {
  return (
    <EmptyState
      icon={<IconFilterOff size={20} stroke={1.6} />}
      title="No store matches these filters"
      description={`${formatQuantity(hidden, 'store')} hidden by the filters above.`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}

function methodOf(store: Store): SyncMethod {
  return kindOf(store).syncMethods[0];
}

import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import type { SyncMethod } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { connectsBy, kindOf } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { IconPencil, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { deferred } from '../../../components/deferred.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { Permitted } from '../../../features/auth/components/permitted.tsx';
import { usePermission } from '../../../features/auth/use-permission.ts';
import { mappingPreviewQuery } from '../../../features/mssql-mappings/api/queries.ts';
import { storeQuery } from '../../../features/stores/api/queries.ts';
import { AuthorizationBanner } from '../../../features/stores/components/connection/authorization-banner.tsx';
import { ConnectionRemedy } from '../../../features/stores/components/connection/connection-remedy.tsx';
import { StoreFields } from '../../../features/stores/components/form/store-fields.tsx';
import { MetafieldsPanel } from '../../../features/stores/components/metafields/metafields-panel.tsx';
import { PointsPanel } from '../../../features/stores/components/points/points-panel.tsx';
import { ReadingPanel } from '../../../features/stores/components/reading-panel.tsx';
import { StoreProducts } from '../../../features/stores/components/store-products.tsx';
import { UnreadStore } from '../../../features/stores/components/unread-store.tsx';
import { isConnected } from '../../../features/stores/form/shopify-store-values.ts';
import { storeStatusLabels, storeStatusTones } from '../../../features/stores/store-labels.ts';
import { syncStatusQuery } from '../../../features/sync/api/queries.ts';
import { HeldRemovalsPanel } from '../../../features/sync/components/held-removals-panel.tsx';
import { SyncLogPanel } from '../../../features/sync/components/log/sync-log-panel.tsx';
import { StartSyncButton, SyncChangesButton } from '../../../features/sync/components/start-sync-button.tsx';
import { SyncSection } from '../../../features/sync/components/sync-section.tsx';
import { WebhooksPanel } from '../../../features/webhooks/components/webhooks-panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './store-detail.module.css';
import { useStoreActions } from './use-store-actions.ts';

const MssqlPanel = deferred(
  () => import('../../../features/mssql-mappings/components/mssql-panel.tsx'),
  'MssqlPanel',
  <Skeleton height={420} />,
);

const SetupPanel = deferred(
  () => import('../../../features/stores/components/setup/setup-panel.tsx'),
  'SetupPanel',
  <Skeleton height={345} />,
);

const SyncBlockedBanner = deferred(
  () => import('../../../features/mssql-mappings/components/sync-blocked-banner.tsx'),
  'SyncBlockedBanner',
);

const ProductEditor = deferred(
  () => import('../../../features/product-editor/components/product-editor.tsx'),
  'ProductEditor',
);

const READ_ONLY = 'This store is archived and read-only.';

const backLink = <BackLink to={paths.dashboard}>Back to Dashboard</BackLink>;

const route = getRouteApi('/guarded/layout/stores/$storeId');

export function StoreDetailScreen() {
  const { storeId } = route.useParams();
  const store = useQuery(storeQuery(useApi(), storeId));
  usePageTitle(store.data?.shop_name ?? 'Store');

  if (store.data) return <StoreDetail key={storeId} store={store.data} />;
  return (
    <UnreadStore query={store}>
      <VisuallyHidden role="status">Loading store</VisuallyHidden>
      <PageHeader back={backLink} title={<Skeleton height={26} width={240} />} />
      <div className={classes.columns} aria-hidden>
        <Skeleton height={180} />
        <Skeleton height={320} />
      </div>
    </UnreadStore>
  );
}

function StoreDetail({ store }: { store: Store }) {
  const api = useApi();
  const sync = useQuery(syncStatusQuery(api, store.id));
  const actions = useStoreActions(store, sync.data);
  const { mapping: hasMapping, webhooks: hasWebhooks } = kindOf(store);
  const withheld = usePermission('stores.update');
  const readOnlyBecause = store.store_status === 'archived' ? READ_ONLY : null;
  const preview = useQuery({ ...mappingPreviewQuery(api, store.id, null), enabled: hasMapping });
  const unready = (hasMapping && readOnlyBecause === null && preview.data?.blocked_because) || null;
  const blockedBecause = isConnected(store) ? unready : 'The store is not connected with Shopify yet.';
  // A store that was never synced resumes setup at the failed step.
  const isNew = route.useSearch().setup !== undefined || store.last_sync_at === null;
  const syncState = (
    <SyncState store={store} status={sync.data} onConnected={() => actions.start('graphql')} />
  );
  const log = <SyncLogPanel storeId={store.id} status={sync.data} />;
  return (
    <>
      <StoreHeader
        store={store}
        status={sync.data}
        blockedBecause={readOnlyBecause ?? blockedBecause}
        actions={actions}
      />
      <StoreBanners store={store} sync={sync} unready={unready} actions={actions} />
      <div className={classes.columns}>
        <div className={classes.work}>
          {isNew && readOnlyBecause === null ? (
            <SetupPanel
              store={store}
              status={sync.data}
              blockedBecause={blockedBecause}
              sync={syncState}
              onStart={(method) => actions.start(method)}
              done={store.last_sync_at !== null && <DoneButton />}
            />
          ) : (
            <Panel title="Sync">{syncState}</Panel>
          )}
          {!hasMapping && (
            <>
              <StoreProducts store={store} />
              <div className={classes.later}>
                {log}
                <ReadingPanel store={store} readOnlyBecause={readOnlyBecause ?? withheld} />
              </div>
            </>
          )}
        </div>
        <div className={classes.work}>
          <Panel title="Details">
            <StoreFields
              store={store}
              lastSynced={
                store.last_sync_at ? (
                  <RelativeTime value={store.last_sync_at} />
                ) : (
                  messages.storeDetail.neverSynced
                )
              }
            />
          </Panel>
          {!hasMapping && (
            <>
              <PointsPanel store={store} readOnlyBecause={readOnlyBecause ?? withheld} />
              <MetafieldsPanel storeId={store.id} readOnlyBecause={readOnlyBecause ?? withheld} />
            </>
          )}
          {hasWebhooks && (
            <WebhooksPanel
              storeId={store.id}
              storeName={store.shop_name}
              readOnlyBecause={readOnlyBecause ?? withheld}
            />
          )}
        </div>
      </div>
      {hasMapping && (
        <div className={classes.wide}>
          <MssqlPanel store={store} readOnlyBecause={readOnlyBecause ?? withheld} />
          <StoreProducts store={store} />
          {log}
        </div>
      )}
      <OpenedProduct />
    </>
  );
}

type Actions = ReturnType<typeof useStoreActions>;

type HeaderProps = {
  store: Store;
  status: SyncStatus | undefined;
  /** Why a sync cannot start, or null. */
  blockedBecause: string | null;
  actions: Actions;
};

function StoreHeader({ store, status, blockedBecause, actions }: HeaderProps) {
  const isMssql = connectsBy(store, 'database_login');
  const { offersEachMethod } = kindOf(store);
  const startButton = (method: SyncMethod, label: string) => (
    <StartSyncButton
      label={label}
      method={method}
      storeName={store.shop_name}
      status={status}
      blockedBecause={blockedBecause}
      onStart={() => actions.start(method)}
    />
  );
  return (
    <PageHeader
      back={backLink}
      title={store.shop_name}
      aside={
        <StatusBadge tone={storeStatusTones[store.store_status]}>
          {storeStatusLabels[store.store_status]}
        </StatusBadge>
      }
      description={
        <>
          {store.shop_url}
          {store.description && <div className={classes.description}>{store.description}</div>}
        </>
      }
      actions={
        <>
          <ButtonLink
            to={isMssql ? paths.storeEditMssql : paths.storeEdit}
            params={{ storeId: store.id }}
            variant="default"
            leftSection={<IconPencil size={15} aria-hidden />}
          >
            Edit Store
          </ButtonLink>
          {!isMssql && (
            <Permitted call="stores.testGraphqlConnection">
              <Button
                variant="default"
                leftSection={<IconPlugConnected size={15} aria-hidden />}
                loading={actions.testing}
                onClick={actions.testConnection}
              >
                Test GraphQL Connection
              </Button>
            </Permitted>
          )}
          <SyncChangesButton
            status={status}
            blockedBecause={blockedBecause}
            onStart={() => actions.start(kindOf(store).syncMethods[0], true)}
          />
          {offersEachMethod && startButton('rest', 'Sync All Products (REST)')}
          {isMssql
            ? startButton('mssql', 'Sync MS SQL Products')
            : startButton('graphql', 'Sync Products (GraphQL)')}
        </>
      }
    />
  );
}

type BannersProps = {
  store: Store;
  sync: { data: SyncStatus | undefined; error: Error | null };
  /** Why the table cannot be synced yet, or null. */
  unready: string | null;
  actions: Actions;
};

function StoreBanners({ store, sync, unready, actions }: BannersProps) {
  const { authorization } = route.useSearch();
  const navigate = route.useNavigate();
  const forgetAuthorization = () =>
    void navigate({ search: ({ authorization: _, ...rest }) => rest, replace: true, resetScroll: false });
  return (
    <div className={classes.banners}>
      <AuthorizationBanner store={store} ended={endOf(authorization)} onDismiss={forgetAuthorization} />
      {actions.messages.map(({ id, tone, text, detail }) => (
        <Banner key={id} tone={tone} title={text} onDismiss={() => actions.dismiss(id)}>
          {detail}
        </Banner>
      ))}
      {unready !== null && <SyncBlockedBanner reason={unready} />}
      {sync.data && sync.data.held_back > 0 && (
        <HeldRemovalsPanel storeId={store.id} storeName={store.shop_name} />
      )}
      {sync.error && (
        <Banner tone="warning" title="The sync status may be out of date: it could not be refreshed.">
          {describeError(sync.error)}
        </Banner>
      )}
    </div>
  );
}

type SyncStateProps = { store: Store; status: SyncStatus | undefined; onConnected: () => void };

function SyncState({ store, status, onConnected }: SyncStateProps) {
  // As high as a finished sync, so that what is below does not move.
  if (!status) return <Skeleton height={91} />;
  return (
    <SyncSection
      status={status}
      storeName={store.shop_name}
      remedy={
        <ConnectionRemedy
          key={status.sync_id}
          store={store}
          errorKind={status.error_kind}
          onConnected={onConnected}
        />
      }
    />
  );
}

/** Ends a store's setup steps. */
function DoneButton() {
  const navigate = route.useNavigate();
  const end = () =>
    void navigate({ search: ({ setup: _, ...rest }) => rest, replace: true, resetScroll: false });
  return (
    <Button variant="default" size="xs" onClick={end}>
      Done
    </Button>
  );
}

/** The product from the URL, in its editor. */
function OpenedProduct() {
  const { product } = route.useSearch();
  const navigate = route.useNavigate();
  if (!product) return null;
  const close = () =>
    void navigate({
      search: ({ product: _, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    });
  return <ProductEditor key={product} productId={product} onClose={close} />;
}

function endOf(authorization: string | undefined): 'connected' | 'failed' | null {
  return authorization === 'connected' || authorization === 'failed' ? authorization : null;
}

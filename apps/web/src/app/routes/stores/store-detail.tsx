import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { SYNC_METHOD_LABELS, type SyncMethod } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores';
import { IconArrowLeft, IconPencil, IconPlugConnected } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { Banner, type BannerTone } from '../../../components/feedback/banner.tsx';
import { ErrorState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { ButtonLink, TextLink } from '../../../components/text/links.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { mappingPreviewQuery } from '../../../features/mssql-mappings/api/preview-mappings.ts';
import { storeQuery } from '../../../features/stores/api/get-store.ts';
import { useTestGraphqlConnection } from '../../../features/stores/api/test-graphql-connection.ts';
import { AuthorizationBanner } from '../../../features/stores/components/connection/authorization-banner.tsx';
import { ConnectionRemedy } from '../../../features/stores/components/connection/connection-remedy.tsx';
import { StoreFields } from '../../../features/stores/components/form/store-fields.tsx';
import { StoreMissing } from '../../../features/stores/components/store-missing.tsx';
import { StoreProducts } from '../../../features/stores/components/store-products.tsx';
import { storeStatusLabels, storeStatusTones } from '../../../features/stores/store-labels.ts';
import { syncStatusQuery } from '../../../features/sync/api/get-sync-status.ts';
import { useStartSync } from '../../../features/sync/api/start-sync.ts';
import { HeldRemovalsPanel } from '../../../features/sync/components/held-removals-panel.tsx';
import { SyncLogPanel } from '../../../features/sync/components/log/sync-log-panel.tsx';
import { StartSyncButton } from '../../../features/sync/components/start-sync-button.tsx';
import { SyncSection } from '../../../features/sync/components/sync-section.tsx';
import { useSyncChangeNotice } from '../../../features/sync/use-sync-change-notice.ts';
import { WebhooksPanel } from '../../../features/webhooks/components/webhooks-panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError, isNotFound } from '../../../lib/api/describe-error.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './store-detail.module.css';

const MssqlPanel = lazy(async () => ({
  default: (await import('../../../features/mssql-mappings/components/mssql-panel.tsx')).MssqlPanel,
}));

const SyncBlockedBanner = lazy(async () => ({
  default: (await import('../../../features/mssql-mappings/components/sync-blocked-banner.tsx'))
    .SyncBlockedBanner,
}));

const ProductEditor = lazy(async () => ({
  default: (await import('../../../features/product-editor/components/product-editor.tsx')).ProductEditor,
}));

const READ_ONLY = 'This store is archived and read-only.';

const route = getRouteApi('/guarded/layout/stores/$storeId');

export function StoreDetailScreen() {
  const { storeId } = route.useParams();
  const store = useQuery(storeQuery(useApi(), storeId));
  usePageTitle(store.data?.shop_name ?? 'Store');

  if (store.data) return <StoreDetail key={storeId} store={store.data} />;
  if (isNotFound(store.error)) return <StoreMissing title={messages.stores.notFound} />;
  if (store.error) {
    return (
      <ErrorState
        level={1}
        title={messages.storeDetail.loadFailed}
        detail={describeError(store.error)}
        onRetry={() => void store.refetch()}
        retrying={store.isFetching}
      />
    );
  }
  return (
    <>
      <VisuallyHidden role="status">Loading store</VisuallyHidden>
      <PageHeader back={<BackLink />} title={<Skeleton height={26} width={240} />} />
      <div className={classes.columns} aria-hidden>
        <Skeleton height={180} />
        <Skeleton height={320} />
      </div>
    </>
  );
}

type Message = {
  id: number;
  tone: BannerTone;
  text: string;
  detail?: string | undefined;
  /** The run whose end this tells of: old news once the store's status is of another run, or was reset. */
  endOf?: string | null | undefined;
};

function StoreDetail({ store }: { store: Store }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const sync = useQuery(syncStatusQuery(api, store.id));
  const startSync = useStartSync();
  const connectionTest = useTestGraphqlConnection(store.id);
  const [shown, setShown] = useState<readonly Message[]>([]);
  const lastId = useRef(0);
  const isMssql = store.store_type === 'mssql';
  const { authorization } = route.useSearch();
  const navigate = route.useNavigate();
  const forgetAuthorization = () =>
    void navigate({ search: ({ authorization: _, ...rest }) => rest, replace: true, resetScroll: false });
  const readOnlyBecause = store.store_status === 'archived' ? READ_ONLY : null;
  const preview = useQuery({ ...mappingPreviewQuery(api, store.id, null), enabled: isMssql });
  const unready = (isMssql && readOnlyBecause === null && preview.data?.blocked_because) || null;

  const add = (message: Omit<Message, 'id'>) => {
    lastId.current += 1;
    const added = { id: lastId.current, ...message };
    setShown((messagesShown) => [...messagesShown, added].slice(-4));
  };
  const show = (tone: BannerTone, text: string, detail?: string) => add({ tone, text, detail });
  const current = shown.filter(({ endOf }) => endOf === undefined || endOf === sync.data?.sync_id);
  const dismiss = (id: number) =>
    setShown((messagesShown) => messagesShown.filter((message) => message.id !== id));

  useSyncChangeNotice(sync.data, ({ tone, text }) => {
    // "Sync started" has had its time.
    setShown((messagesShown) => messagesShown.filter((message) => message.tone !== 'info'));
    if (tone === 'success') notifications.show({ color: 'green', message: text });
    else add({ tone, text, endOf: sync.data?.sync_id });
    void queryClient.invalidateQueries({ queryKey: ['stores'] });
    void queryClient.invalidateQueries({ queryKey: ['sync', 'removals'] });
  });

  const start = (method: SyncMethod) =>
    startSync.mutate(
      { storeId: store.id, method },
      {
        onSuccess: (started) => show('info', startedText(method, started), startedDetail(started)),
        onError: (error) => {
          // The ends of runs before it are old news, and its own is told here.
          setShown((messagesShown) => messagesShown.filter(({ endOf }) => endOf === undefined));
          show('danger', messages.sync.startFailed(SYNC_METHOD_LABELS[method], describeError(error)));
        },
      },
    );

  const testConnection = () =>
    connectionTest.mutate(undefined, {
      onSuccess: (result) =>
        result.success
          ? show('success', messages.sync.graphqlTestPassed(result.data?.name ?? store.shop_name))
          : show(
              'danger',
              messages.sync.graphqlTestFailed(result.detail ?? result.error ?? messages.unknownError),
            ),
      onError: (error) => show('danger', messages.sync.graphqlTestFailed(describeError(error))),
    });

  const startButton = (method: SyncMethod, label: string) => (
    <StartSyncButton
      label={label}
      method={method}
      storeName={store.shop_name}
      status={sync.data}
      blockedBecause={readOnlyBecause ?? unready}
      onStart={() => start(method)}
    />
  );

  const log = <SyncLogPanel storeId={store.id} status={sync.data} />;

  return (
    <>
      <PageHeader
        back={<BackLink />}
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
              <Button
                variant="default"
                leftSection={<IconPlugConnected size={15} aria-hidden />}
                loading={connectionTest.isPending}
                onClick={testConnection}
              >
                Test GraphQL Connection
              </Button>
            )}
            {!isMssql && store.store_type !== 'shopify' && startButton('rest', 'Sync All Products (REST)')}
            {isMssql
              ? startButton('mssql', 'Sync MS SQL Products')
              : startButton('graphql', 'Sync Products (GraphQL)')}
          </>
        }
      />
      <div className={classes.banners}>
        <AuthorizationBanner store={store} ended={endOf(authorization)} onDismiss={forgetAuthorization} />
        {current.map(({ id, tone, text, detail }) => (
          <Banner key={id} tone={tone} title={text} onDismiss={() => dismiss(id)}>
            {detail}
          </Banner>
        ))}
        {unready !== null && (
          <Suspense>
            <SyncBlockedBanner reason={unready} />
          </Suspense>
        )}
        {sync.data && sync.data.held_back > 0 && (
          <HeldRemovalsPanel storeId={store.id} storeName={store.shop_name} />
        )}
        {sync.error && (
          <Banner tone="warning" title="The sync status could not be read just now and may be old.">
            {describeError(sync.error)}
          </Banner>
        )}
      </div>
      <div className={classes.columns}>
        <div className={classes.work}>
          <Panel title="Sync">
            {sync.data ? (
              <SyncSection
                status={sync.data}
                storeName={store.shop_name}
                remedy={
                  <ConnectionRemedy
                    key={sync.data.sync_id}
                    store={store}
                    errorKind={sync.data.error_kind}
                    onConnected={() => start('graphql')}
                  />
                }
              />
            ) : (
              <Skeleton height={64} />
            )}
          </Panel>
          {!isMssql && (
            <>
              <StoreProducts store={store} />
              <div className={classes.log}>{log}</div>
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
          {!isMssql && (
            <WebhooksPanel storeId={store.id} storeName={store.shop_name} readOnlyBecause={readOnlyBecause} />
          )}
        </div>
      </div>
      {isMssql && (
        <div className={classes.wide}>
          <Suspense fallback={<Skeleton height={420} />}>
            <MssqlPanel store={store} readOnlyBecause={readOnlyBecause} />
          </Suspense>
          <StoreProducts store={store} />
          {log}
        </div>
      )}
      <OpenedProduct />
    </>
  );
}

/** The product that the address names, in its editor. */
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
  return (
    <Suspense>
      <ProductEditor key={product} productId={product} onClose={close} />
    </Suspense>
  );
}

function startedText(
  method: SyncMethod,
  started: { products_count?: number | null; message: string; pages_fetched?: number; has_more?: boolean },
): string {
  if (method === 'mssql') return messages.sync.mssqlStarted(started.message);
  const count = started.products_count ?? null;
  if (count === null) return started.message;
  return messages.sync.started(method === 'rest' ? 'REST' : 'GraphQL', count);
}

/** What a REST sync says of its first page; the others know no pages when they start. */
function startedDetail(started: {
  products_count?: number | null;
  pages_fetched?: number;
  has_more?: boolean;
}): string | undefined {
  const { products_count: count = null, pages_fetched: pages, has_more: hasMore = false } = started;
  return count === null || pages === undefined ? undefined : messages.sync.restStarted(count, pages, hasMore);
}

function endOf(authorization: string | undefined): 'connected' | 'failed' | null {
  return authorization === 'connected' || authorization === 'failed' ? authorization : null;
}

function BackLink() {
  return (
    <TextLink to={paths.dashboard} className={classes.back} size="sm">
      <IconArrowLeft size={14} aria-hidden />
      Back to Dashboard
    </TextLink>
  );
}

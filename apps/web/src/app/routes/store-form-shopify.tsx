import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { REDIRECT_AFTER_STORE_CREATE_MS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Banner } from '../../components/banner.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useCreateStore } from '../../features/stores/api/create-store.ts';
import { storeQuery } from '../../features/stores/api/get-store.ts';
import { useUpdateStore } from '../../features/stores/api/update-store.ts';
import { StoreForm } from '../../features/stores/components/store-form.tsx';
import { StoreMissing } from '../../features/stores/components/store-missing.tsx';
import { toCreateBody, toUpdateBody } from '../../features/stores/store-form.ts';
import { useApi } from '../../lib/api-context.ts';
import { describeError, isNotFound } from '../../lib/describe-error.ts';
import { paths } from '../paths.ts';
import { usePageTitle } from '../use-page-title.ts';
import classes from './store-form-shopify.module.css';

const editRoute = getRouteApi('/guarded/layout/stores/$storeId/edit');

export function AddStoreScreen() {
  usePageTitle('Add Shopify Store');
  const navigate = useNavigate();
  const creation = useCreateStore();
  const created = creation.data;

  useEffect(() => {
    if (!created) return;
    const timer = setTimeout(
      () => void navigate({ to: paths.store, params: { storeId: created.id } }),
      REDIRECT_AFTER_STORE_CREATE_MS,
    );
    return () => clearTimeout(timer);
  }, [created, navigate]);

  return (
    <FormPage title="Add Shopify Store">
      <StoreForm
        store={null}
        saving={creation.isPending}
        saved={creation.isSuccess}
        error={creation.error}
        onSave={(values) => creation.mutate(toCreateBody(values))}
        cancelLink={
          <ButtonLink to={paths.dashboard} variant="default">
            Cancel
          </ButtonLink>
        }
      />
    </FormPage>
  );
}

export function EditStoreScreen() {
  usePageTitle('Edit Store');
  const { storeId } = editRoute.useParams();
  const router = useRouter();
  const store = useQuery({ ...storeQuery(useApi(), storeId), refetchOnWindowFocus: false });

  if (store.data) return <EditStoreForm key={store.data.id} store={store.data} />;
  if (isNotFound(store.error)) return <StoreMissing title={messages.stores.notFoundOnPage} />;
  if (store.error) {
    return (
      <ErrorState
        level={1}
        title={messages.storeDetail.loadFailed}
        detail={describeError(store.error)}
        onRetry={() => void store.refetch()}
        retrying={store.isFetching}
      >
        <Button variant="subtle" onClick={() => router.history.back()}>
          Go Back
        </Button>
      </ErrorState>
    );
  }
  return (
    <FormPage title="Edit Store">
      <VisuallyHidden role="status">Loading store</VisuallyHidden>
      <Stack gap="md" aria-hidden>
        <Skeleton height={250} />
        <Skeleton height={220} />
        <Skeleton height={170} />
      </Stack>
    </FormPage>
  );
}

function EditStoreForm({ store }: { store: Store }) {
  const navigate = useNavigate();
  const update = useUpdateStore(store.id);
  const saved = update.isSuccess;

  useEffect(() => {
    if (!saved) return;
    notifications.show({ color: 'green', message: messages.stores.updated });
    void navigate({ to: paths.store, params: { storeId: store.id } });
  }, [saved, navigate, store.id]);

  return (
    <FormPage title={`Edit ${store.shop_name}`}>
      {store.store_type === 'mssql' && (
        <div className={classes.notice}>
          <Banner tone="warning" title="This is an MS SQL store.">
            <ButtonLink to={paths.storeEditMssql} params={{ storeId: store.id }} variant="default" size="xs">
              Use its own form
            </ButtonLink>
          </Banner>
        </div>
      )}
      {store.store_status === 'archived' && (
        <div className={classes.notice}>
          <Banner tone="info" title="This store is archived and read-only. Set its status to active first." />
        </div>
      )}
      <StoreForm
        store={store}
        saving={update.isPending}
        saved={saved}
        error={update.error}
        onSave={(values) => update.mutate(toUpdateBody(values, store))}
        cancelLink={
          <ButtonLink to={paths.store} params={{ storeId: store.id }} variant="default">
            Cancel
          </ButtonLink>
        }
      />
    </FormPage>
  );
}

function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <PageHeader title={title} />
      {children}
    </div>
  );
}

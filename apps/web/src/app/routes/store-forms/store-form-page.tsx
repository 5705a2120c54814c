import { Button, Group, Loader, Skeleton, Stack } from '@mantine/core';
import { REDIRECT_AFTER_STORE_CREATE_MS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { isChangedMeanwhile } from '../../../components/feedback/edit-conflicts.tsx';
import { EmptyState, ErrorState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { storeQuery } from '../../../features/stores/api/get-store.ts';
import { type StoreUpdateBody, useUpdateStore } from '../../../features/stores/api/update-store.ts';
import { StoreMissing } from '../../../features/stores/components/store-missing.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError, isNotFound } from '../../../lib/api/describe-error.ts';
import { paths } from '../../paths.ts';
import classes from './store-form-page.module.css';

type PageProps = { title: string; back?: ReactNode; actions?: ReactNode; children: ReactNode };

/** The page of a store's form. */
export function StoreFormPage({ title, back, actions, children }: PageProps) {
  return (
    <div className={classes.page}>
      <PageHeader title={title} back={back} actions={actions} />
      {children}
    </div>
  );
}

type EditedStoreProps = {
  storeId: string;
  title: string;
  children: (store: Store) => ReactNode;
};

/** The store that is edited; until it is there, or if it is not, what is to be said instead. */
export function EditedStore({ storeId, title, children }: EditedStoreProps) {
  const router = useRouter();
  const store = useQuery({ ...storeQuery(useApi(), storeId), refetchOnWindowFocus: false });

  if (store.data) return children(store.data);
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
    <StoreFormPage title={title}>
      <Group gap="xs" role="status" className={classes.loading}>
        <Loader size={16} aria-hidden />
        Loading store
      </Group>
      <Stack gap="md" aria-hidden>
        <Skeleton height={250} />
        <Skeleton height={220} />
        <Skeleton height={170} />
      </Stack>
    </StoreFormPage>
  );
}

/** Back to the page of a store, or to the dashboard from a store that is still to be made. */
export function FormBackLink({ store }: { store: Store | null }) {
  const look = { className: classes.back, size: 'sm' } as const;
  const arrow = <IconArrowLeft size={14} aria-hidden />;
  return store ? (
    <TextLink to={paths.store} params={{ storeId: store.id }} {...look}>
      {arrow}
      Back to {store.shop_name}
    </TextLink>
  ) : (
    <TextLink to={paths.dashboard} {...look}>
      {arrow}
      Back to Dashboard
    </TextLink>
  );
}

/** In place of a form that is not made for this kind of store. */
export function WrongStoreForm({ sentence, formLink }: { sentence: string; formLink: ReactNode }) {
  return (
    <EmptyState
      level={1}
      icon={<IconAlertTriangle size={20} stroke={1.6} />}
      title={sentence}
      action={formLink}
    />
  );
}

/** What there is to know before the form of a store is filled in. */
export function StoreFormNotices({ store }: { store: Store }) {
  return (
    <div className={classes.notices}>
      {store.store_status === 'archived' && (
        <Banner tone="info" title="This store is archived and read-only. Set its status to active first." />
      )}
    </div>
  );
}

/** The store that a form changes, as it was when the form began or as somebody else has saved it since. */
export function useEditedStore(current: Store) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [store, setStore] = useState(current);
  const update = useUpdateStore(store.id);

  const readAgain = async () => {
    const saved = await queryClient
      .fetchQuery({ ...storeQuery(api, store.id), staleTime: 0 })
      .catch(() => null);
    if (saved === null) return;
    setStore(saved);
    update.reset();
  };
  const save = (body: StoreUpdateBody) =>
    update.mutate(
      { ...body, based_on: seenOf(body, store) },
      { onError: (error) => void (isChangedMeanwhile(error) && readAgain()) },
    );
  return { store, update, save };
}

function seenOf(body: StoreUpdateBody, store: Store): StoreUpdateBody['based_on'] {
  return Object.fromEntries(Object.entries(store).filter(([name]) => name in body));
}

/** Goes on to a store that was saved, when there was time to read that it was. */
export function useRedirectToStore(storeId: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (storeId === undefined) return;
    const timer = setTimeout(
      () => void navigate({ to: paths.store, params: { storeId } }),
      REDIRECT_AFTER_STORE_CREATE_MS,
    );
    return () => clearTimeout(timer);
  }, [storeId, navigate]);
}

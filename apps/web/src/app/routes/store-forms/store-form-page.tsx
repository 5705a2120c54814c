import { Button, Group, Loader, Skeleton, Stack } from '@mantine/core';
import { REDIRECT_AFTER_STORE_CREATE_MS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { QueryErrorState } from '../../../components/feedback/query-error.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useEdited } from '../../../components/feedback/use-edited.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { type StoreUpdateBody, useUpdateStore } from '../../../features/stores/api/changes.ts';
import { storeQuery } from '../../../features/stores/api/queries.ts';
import { StoreMissing } from '../../../features/stores/components/store-missing.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { isNotFound } from '../../../lib/api/describe-error.ts';
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
      <QueryErrorState level={1} title={messages.storeDetail.loadFailed} query={store}>
        <Button variant="subtle" onClick={() => router.history.back()}>
          Go Back
        </Button>
      </QueryErrorState>
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
  return store ? (
    <BackLink to={paths.store} params={{ storeId: store.id }}>
      Back to {store.shop_name}
    </BackLink>
  ) : (
    <BackLink to={paths.dashboard}>Back to Dashboard</BackLink>
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
  const { saved: store, followTheirs } = useEdited(current, () =>
    queryClient.fetchQuery({ ...storeQuery(api, current.id), staleTime: 0 }).catch(() => null),
  );
  const update = useUpdateStore(store.id);
  const save = (body: StoreUpdateBody) =>
    update.mutate(
      { ...body, based_on: seenOf(body, store) },
      { onError: (error) => void followTheirs(error, update) },
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

import { Group, Loader, Skeleton, Stack } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { BackLink } from '../../../components/text/back-link.tsx';
import { ButtonLink } from '../../../components/text/links.tsx';
import { MssqlStoreForm } from '../../../features/mssql-stores/mssql-store-form.tsx';
import { storeQuery } from '../../../features/stores/api/queries.ts';
import { ShopifyStoreForm } from '../../../features/stores/components/form/shopify-store-form.tsx';
import { UnreadStore } from '../../../features/stores/components/unread-store.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { ThemeMenu } from '../../layout/theme-menu.tsx';
import { usePageTitle } from '../../use-page-title.ts';
import classes from './store-form-screens.module.css';

/** Screens of both kinds of store; `wrong` is shown for a store of the other kind. */
const shopify = {
  add: 'Add Shopify Store',
  otherKind: { to: paths.addMssqlStore, children: 'A SQL Server table instead' },
  edit: 'Edit Store',
  Form: ShopifyStoreForm,
  wrong: 'This is an MS SQL store. Please use the appropriate edit form.',
  otherForm: { to: paths.storeEditMssql, children: 'Edit the MS SQL store' },
  actions: null,
} as const;
const mssql = {
  add: 'Add MS SQL Store',
  otherKind: { to: paths.addStore, children: 'A Shopify shop instead' },
  edit: 'Edit MS SQL Store',
  Form: MssqlStoreForm,
  wrong: messages.stores.wrongFormForMssql,
  otherForm: { to: paths.storeEdit, children: 'Edit the Shopify store' },
  // The specification shows this screen without the navigation bar.
  actions: <ThemeMenu />,
} as const;
type Kind = typeof shopify | typeof mssql;

export const AddStoreScreen = () => <AddScreen kind={shopify} />;
export const AddMssqlStoreScreen = () => <AddScreen kind={mssql} />;
export const EditStoreScreen = () => <EditScreen kind={shopify} />;
export const EditMssqlStoreScreen = () => <EditScreen kind={mssql} />;

function AddScreen({ kind: { add, otherKind, Form } }: { kind: Kind }) {
  usePageTitle(add);
  return (
    <FormPage
      title={add}
      back={<BackLink to={paths.dashboard}>Back to Dashboard</BackLink>}
      actions={<ButtonLink {...otherKind} variant="default" />}
    >
      <Form store={null} />
    </FormPage>
  );
}

function EditScreen({ kind }: { kind: Kind }) {
  usePageTitle(kind.edit);
  const { storeId = '' } = useParams({ strict: false });
  const query = useQuery({ ...storeQuery(useApi(), storeId), refetchOnWindowFocus: false });
  const store = query.data;
  if (!store) {
    return (
      <UnreadStore query={query} missing={messages.stores.notFoundOnPage}>
        <FormPage title={kind.edit}>
          <Group gap="xs" role="status" className={classes.loading}>
            <Loader size={16} aria-hidden />
            Loading store
          </Group>
          <Stack gap="md" aria-hidden>
            <Skeleton height={250} />
            <Skeleton height={220} />
            <Skeleton height={170} />
          </Stack>
        </FormPage>
      </UnreadStore>
    );
  }
  if (connectsBy(store, 'database_login') !== (kind === mssql)) {
    return (
      <EmptyState
        level={1}
        icon={<IconAlertTriangle size={20} stroke={1.6} />}
        title={kind.wrong}
        action={<ButtonLink {...kind.otherForm} params={{ storeId }} variant="default" />}
      />
    );
  }
  const back = (
    <BackLink to={paths.store} params={{ storeId }}>
      Back to {store.shop_name}
    </BackLink>
  );
  return (
    <FormPage title={`Edit ${store.shop_name}`} back={back} actions={kind.actions}>
      <div className={classes.notices}>
        {store.store_status === 'archived' && (
          <Banner tone="info" title="This store is archived and read-only. Set its status to active first." />
        )}
      </div>
      <kind.Form key={store.id} store={store} />
    </FormPage>
  );
}

type PageProps = { title: string; back?: ReactNode; actions?: ReactNode; children: ReactNode };

function FormPage({ children, ...header }: PageProps) {
  return (
    <div className={classes.page}>
      <PageHeader {...header} />
      {children}
    </div>
  );
}

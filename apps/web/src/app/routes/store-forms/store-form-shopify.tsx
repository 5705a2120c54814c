import { notifications } from '@mantine/notifications';
import { messages } from '@storefleet/contract/messages';
import { isDatabase } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ButtonLink } from '../../../components/text/links.tsx';
import { settingsQuery } from '../../../features/settings/api/list-settings.ts';
import { shopifyAppOf } from '../../../features/settings/known-settings.ts';
import { useCreateStore } from '../../../features/stores/api/create-store.ts';
import { ConnectSavedStore } from '../../../features/stores/components/connection/connect-saved-store.tsx';
import { StoreForm } from '../../../features/stores/components/form/store-form.tsx';
import { toCreateBody, toUpdateBody } from '../../../features/stores/form/store-form.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../use-page-title.ts';
import {
  EditedStore,
  FormBackLink,
  StoreFormNotices,
  StoreFormPage,
  useEditedStore,
  useRedirectToStore,
  WrongStoreForm,
} from './store-form-page.tsx';

const editRoute = getRouteApi('/guarded/layout/stores/$storeId/edit');

export function AddStoreScreen() {
  usePageTitle('Add Shopify Store');
  const creation = useCreateStore();
  const [connects, setConnects] = useState(false);
  const storeId = creation.data?.id;
  useRedirectToStore(connects ? undefined : storeId);

  return (
    <StoreFormPage title="Add Shopify Store" back={<FormBackLink store={null} />}>
      <StoreForm
        store={null}
        saving={creation.isPending}
        saved={creation.isSuccess}
        error={creation.error}
        appIsEntered={useAppIsEntered()}
        onSave={(values, { connect }) => {
          setConnects(connect);
          creation.mutate(toCreateBody(values));
        }}
        savedNote={
          connects &&
          storeId && <ConnectSavedStore storeId={storeId} savedMessage={messages.stores.created} />
        }
        cancelLink={
          <ButtonLink to={paths.dashboard} variant="default">
            Cancel
          </ButtonLink>
        }
      />
    </StoreFormPage>
  );
}

/** Whether there is an app for stores to connect through; null until the settings are there to tell. */
function useAppIsEntered(): boolean | null {
  const { data: settings } = useQuery(settingsQuery(useApi()));
  if (!settings) return null;
  const { app, hasSecret } = shopifyAppOf(settings);
  return app.api_key !== '' && hasSecret;
}

export function EditStoreScreen() {
  usePageTitle('Edit Store');
  const { storeId } = editRoute.useParams();
  return (
    <EditedStore storeId={storeId} title="Edit Store">
      {(store) =>
        isDatabase(store) ? (
          <WrongStoreForm
            sentence="This is an MS SQL store. Please use the appropriate edit form."
            formLink={
              <ButtonLink to={paths.storeEditMssql} params={{ storeId }} variant="default">
                Edit the MS SQL store
              </ButtonLink>
            }
          />
        ) : (
          <EditStoreForm key={store.id} store={store} />
        )
      }
    </EditedStore>
  );
}

function EditStoreForm({ store: current }: { store: Store }) {
  const navigate = useNavigate();
  const { store, update, save } = useEditedStore(current);
  const [connects, setConnects] = useState(false);
  const goesBack = update.isSuccess && !connects;

  useEffect(() => {
    if (!goesBack) return;
    notifications.show({ color: 'green', message: messages.stores.updated });
    void navigate({ to: paths.store, params: { storeId: store.id } });
  }, [goesBack, navigate, store.id]);

  return (
    <StoreFormPage title={`Edit ${store.shop_name}`} back={<FormBackLink store={store} />}>
      <StoreFormNotices store={store} />
      <StoreForm
        store={store}
        saving={update.isPending}
        saved={update.isSuccess}
        error={update.error}
        appIsEntered={useAppIsEntered()}
        onSave={(values, { connect }) => {
          setConnects(connect);
          save(toUpdateBody(values, store));
        }}
        savedNote={
          connects && <ConnectSavedStore storeId={store.id} savedMessage={messages.stores.updated} />
        }
        cancelLink={
          <ButtonLink to={paths.store} params={{ storeId: store.id }} variant="default">
            Cancel
          </ButtonLink>
        }
      />
    </StoreFormPage>
  );
}

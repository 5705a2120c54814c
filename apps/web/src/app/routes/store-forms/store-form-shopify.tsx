import { messages } from '@storefleet/contract/messages';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { announce } from '../../../components/feedback/announce.ts';
import { ButtonLink } from '../../../components/text/links.tsx';
import { shopifyAppOf } from '../../../features/settings/known-settings.ts';
import { settingsQuery } from '../../../features/settings/settings-api.ts';
import { useCreateStore } from '../../../features/stores/api/changes.ts';
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
        change={creation}
        appIsEntered={useAppIsEntered()}
        onSave={(values, { connect }) => {
          setConnects(connect);
          creation.mutate(toCreateBody(values));
        }}
        savedNote={
          connects &&
          storeId && <ConnectSavedStore storeId={storeId} savedMessage={messages.stores.created} />
        }
      />
    </StoreFormPage>
  );
}

/** Whether there is an app for stores to connect through; null until the settings are known. */
function useAppIsEntered(): boolean | null {
  const { data } = useQuery(settingsQuery(useApi()));
  if (!data) return null;
  const { app, hasSecret } = shopifyAppOf(data.settings);
  return app.api_key !== '' && hasSecret;
}

export function EditStoreScreen() {
  usePageTitle('Edit Store');
  const { storeId } = editRoute.useParams();
  return (
    <EditedStore storeId={storeId} title="Edit Store">
      {(store) =>
        connectsBy(store, 'database_login') ? (
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
    announce(messages.stores.updated);
    void navigate({ to: paths.store, params: { storeId: store.id } });
  }, [goesBack, navigate, store.id]);

  return (
    <StoreFormPage title={`Edit ${store.shop_name}`} back={<FormBackLink store={store} />}>
      <StoreFormNotices store={store} />
      <StoreForm
        store={store}
        change={update}
        appIsEntered={useAppIsEntered()}
        onSave={(values, { connect }) => {
          setConnects(connect);
          save(toUpdateBody(values, store));
        }}
        savedNote={
          connects && <ConnectSavedStore storeId={store.id} savedMessage={messages.stores.updated} />
        }
      />
    </StoreFormPage>
  );
}

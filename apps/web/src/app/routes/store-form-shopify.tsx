import { notifications } from '@mantine/notifications';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ButtonLink } from '../../components/links.tsx';
import { useCreateStore } from '../../features/stores/api/create-store.ts';
import { useUpdateStore } from '../../features/stores/api/update-store.ts';
import { StoreForm } from '../../features/stores/components/store-form.tsx';
import { toCreateBody, toUpdateBody } from '../../features/stores/store-form.ts';
import { paths } from '../paths.ts';
import { usePageTitle } from '../use-page-title.ts';
import {
  EditedStore,
  StoreFormNotices,
  StoreFormPage,
  useRedirectToStore,
  WrongStoreForm,
} from './store-form-page.tsx';

const editRoute = getRouteApi('/guarded/layout/stores/$storeId/edit');

export function AddStoreScreen() {
  usePageTitle('Add Shopify Store');
  const creation = useCreateStore();
  useRedirectToStore(creation.data?.id);

  return (
    <StoreFormPage title="Add Shopify Store">
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
    </StoreFormPage>
  );
}

export function EditStoreScreen() {
  usePageTitle('Edit Store');
  const { storeId } = editRoute.useParams();
  return (
    <EditedStore storeId={storeId} title="Edit Store">
      {(store) =>
        store.store_type === 'mssql' ? (
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
    <StoreFormPage title={`Edit ${store.shop_name}`}>
      <StoreFormNotices store={store} />
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
    </StoreFormPage>
  );
}

import { messages } from '@storefleet/contract/messages';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '../../../components/text/links.tsx';
import { useCreateMssqlStore } from '../../../features/stores/api/changes.ts';
import { MssqlStoreForm } from '../../../features/stores/components/form/mssql-store-form.tsx';
import { toMssqlCreateBody, toMssqlUpdateBody } from '../../../features/stores/form/mssql-store-form.ts';
import { ThemeMenu } from '../../layout/theme-menu.tsx';
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

const editRoute = getRouteApi('/guarded/bare/stores/$storeId/edit-mssql');

export function AddMssqlStoreScreen() {
  usePageTitle('Add MS SQL Store');
  const creation = useCreateMssqlStore();
  useRedirectToStore(creation.data?.id);

  return (
    <StoreFormPage title="Add MS SQL Store" back={<FormBackLink store={null} />}>
      <MssqlStoreForm
        store={null}
        change={creation}
        onSave={(values) => creation.mutate(toMssqlCreateBody(values))}
      />
    </StoreFormPage>
  );
}

/** A screen without the navigation bar, as the specification has it. */
export function EditMssqlStoreScreen() {
  usePageTitle('Edit MS SQL Store');
  const { storeId } = editRoute.useParams();
  return (
    <EditedStore storeId={storeId} title="Edit MS SQL Store">
      {(store) =>
        connectsBy(store, 'database_login') ? (
          <EditMssqlStoreForm key={store.id} store={store} />
        ) : (
          <WrongStoreForm
            sentence={messages.stores.wrongFormForMssql}
            formLink={
              <ButtonLink to={paths.storeEdit} params={{ storeId }} variant="default">
                Edit the Shopify store
              </ButtonLink>
            }
          />
        )
      }
    </EditedStore>
  );
}

function EditMssqlStoreForm({ store: current }: { store: Store }) {
  const { store, update, save } = useEditedStore(current);
  useRedirectToStore(update.data?.id);

  return (
    <StoreFormPage
      title={`Edit ${store.shop_name}`}
      back={<FormBackLink store={store} />}
      actions={<ThemeMenu />}
    >
      <StoreFormNotices store={store} />
      <MssqlStoreForm
        store={store}
        change={update}
        onSave={(values) => save(toMssqlUpdateBody(values, store))}
      />
    </StoreFormPage>
  );
}

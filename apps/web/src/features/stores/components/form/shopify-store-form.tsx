import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { CallInput } from '@storefleet/client/api-client';
import { PLATFORM_STORE_TYPES } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { announce } from '../../../../components/feedback/announce.ts';
import { useDraft, verbatim } from '../../../../components/form/use-draft.ts';
import { useApi } from '../../../../lib/api/api-context.ts';
import { shopifyAppOf } from '../../../settings/known-settings.ts';
import { settingsQuery } from '../../../settings/settings-api.ts';
import { useTestConnection } from '../../api/changes.ts';
import {
  connectionTestProblem,
  isAuthorized,
  type StoreFormValues,
  storeFormOf,
  toConnectionTestBody,
  toCreateBody,
  toUpdateBody,
  validateStoreForm,
} from '../../form/shopify-store-values.ts';
import { storeFieldLabels, storeTypeLabels } from '../../store-labels.ts';
import { ConnectSavedStore } from '../connection/connect-saved-store.tsx';
import { ConnectionTestPanel } from '../connection/connection-test-panel.tsx';
import { ShopifyConnectionSettings } from '../connection/shopify-connection-settings.tsx';
import { ConnectionTest, useConnectionTest } from './connection-test.tsx';
import { StoreFormFrame } from './store-form-frame.tsx';
import { useGoToStore, useStoreSaving } from './use-store-saving.ts';

const CONNECT = 'connect';

/** The form of a platform store; null for a new one. */
export function ShopifyStoreForm({ store: current }: { store: Store | null }) {
  const saving = useStoreSaving(current, (api, body: CallInput<'stores.create'>['body']) =>
    api.call('stores.create', { body }),
  );
  const { store, change, saved } = saving;
  const [connects, setConnects] = useState(false);
  const draft = useDraft<StoreFormValues>({
    saved: useMemo(() => storeFormOf(store), [store]),
    labels: storeFieldLabels,
    problemsOf: (values) => validateStoreForm(values, store),
    change,
    onSave: (values, submitter) => {
      setConnects(submitter === CONNECT);
      if (store) saving.update(toUpdateBody(values, store));
      else saving.create(toCreateBody(values), isByConsent ? null : 'graphql');
    },
  });
  const { values, fields } = draft;
  const isByConsent = values.connection_method === 'oauth';
  const test = useConnectionTest(
    useTestConnection(),
    toConnectionTestBody(values, store),
    ({ shop_data: shop }) => shop && draft.setValues((typed) => withNameOf(shop.name, typed)),
  );
  const appIsEntered = useAppIsEntered();
  const savedMessage = store ? messages.stores.updated : messages.stores.created;
  const isUpdated = store !== null && saved !== undefined && !connects;
  useEffect(() => {
    if (isUpdated) announce(messages.stores.updated);
  }, [isUpdated]);
  useGoToStore(connects ? undefined : saved?.id, { isNew: store === null, atOnce: isUpdated });

  return (
    <StoreFormFrame
      store={store}
      addLabel="Add Shopify store"
      draft={draft}
      change={change}
      savedNote={saved && connects && <ConnectSavedStore storeId={saved.id} savedMessage={savedMessage} />}
      savedMessage={savedMessage}
      preferredSubmit={
        isByConsent &&
        appIsEntered !== false && (
          <Button type="submit" value={CONNECT} loading={change.isPending} disabled={change.isSuccess}>
            {connectLabel(store)}
          </Button>
        )
      }
      fields={fields}
      nameNote={store ? undefined : 'Any name. Testing the connection fills in the shop’s own.'}
      nextNote={store || isByConsent ? undefined : 'Creating it also starts the first sync.'}
      identifier={
        <TextInput
          required
          autoFocus={store === null}
          placeholder="your-store.myshopify.com"
          description="As you have it: the address of its admin works as well."
          inputMode="url"
          {...verbatim}
          {...fields.text('shop_url')}
        />
      }
      type={
        <NativeSelect
          data={PLATFORM_STORE_TYPES.map((type) => ({ value: type, label: storeTypeLabels[type] }))}
          {...fields.text('store_type')}
        />
      }
      configurationNote="Left blank, the currency, country and timezone are taken from the shop."
    >
      <ShopifyConnectionSettings
        fields={fields}
        values={values}
        store={store}
        appIsEntered={appIsEntered}
        footer={
          <ConnectionTest
            problem={connectionTestProblem(values, store)}
            test={test}
            timeoutSentence="The shop did not answer in time. Check its address and try again."
          >
            {test.result && (
              <ConnectionTestPanel
                result={test.result}
                askedVersion={values.api_version}
                onUseVersion={(version) => {
                  draft.change({ api_version: version });
                  test.run({ api_version: version });
                }}
              />
            )}
          </ConnectionTest>
        }
      />
    </StoreFormFrame>
  );
}

/** Keeps a name that was typed. */
function withNameOf(shopName: string, values: StoreFormValues): StoreFormValues {
  return values.shop_name.trim() === '' ? { ...values, shop_name: shopName } : values;
}

/** Whether there is an app to connect stores with; null until the settings are loaded. */
function useAppIsEntered(): boolean | null {
  const { data } = useQuery(settingsQuery(useApi()));
  if (!data) return null;
  const { app, hasSecret } = shopifyAppOf(data.settings);
  return app.api_key !== '' && hasSecret;
}

function connectLabel(store: Store | null): string {
  if (store === null) return 'Create and Connect with Shopify';
  return isAuthorized(store) ? 'Update and Reconnect with Shopify' : 'Update and Connect with Shopify';
}

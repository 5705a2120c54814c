import { Button, NativeSelect, TextInput } from '@mantine/core';
import { PLATFORM_STORE_TYPES } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { type ReactNode, useMemo } from 'react';
import { useDraft, verbatim } from '../../../../components/form/use-draft.ts';
import { useTestConnection } from '../../api/changes.ts';
import {
  connectionTestProblem,
  isAuthorized,
  type StoreFormValues,
  storeFormOf,
  toConnectionTestBody,
  validateStoreForm,
} from '../../form/store-form.ts';
import { storeFieldLabels, storeTypeLabels } from '../../store-labels.ts';
import { ConnectionTestPanel } from '../connection/connection-test-panel.tsx';
import { ShopifyConnectionSettings } from '../connection/shopify-connection-settings.tsx';
import { ConnectionTest, useConnectionTest } from './connection-test.tsx';
import { type SaveState, StoreFormFrame } from './store-form-frame.tsx';
import { BasicInformation, NotesSection, StoreConfiguration, StoreDetails } from './store-form-sections.tsx';

type Props = {
  /** The store being edited, or null for a new one. */
  store: Store | null;
  change: SaveState;
  /** `connect` is whether to go on to Shopify's consent page. */
  onSave: (values: StoreFormValues, next: { connect: boolean }) => void;
  /** In place of the message that the store was saved. */
  savedNote?: ReactNode;
  /** Whether the Shopify app is entered in the settings; null while that is not known. */
  appIsEntered: boolean | null;
};

const CONNECT = 'connect';

/** The form of a platform store. */
export function StoreForm({ store, change, onSave, savedNote, appIsEntered }: Props) {
  const draft = useDraft<StoreFormValues>({
    saved: useMemo(() => storeFormOf(store), [store]),
    labels: storeFieldLabels,
    problemsOf: (values) => validateStoreForm(values, store),
    change,
    onSave: (values, submitter) => onSave(values, { connect: submitter === CONNECT }),
  });
  const { values, fields } = draft;
  const test = useConnectionTest(useTestConnection(), toConnectionTestBody(values, store));
  const canConnect = values.connection_method === 'oauth' && appIsEntered !== false;

  return (
    <StoreFormFrame
      store={store}
      addLabel="Add Shopify store"
      draft={draft}
      change={change}
      savedMessage={store ? messages.stores.updated : messages.stores.created}
      savedNote={savedNote}
      preferredSubmit={
        canConnect && (
          <Button type="submit" value={CONNECT} loading={change.isPending} disabled={change.isSuccess}>
            {connectLabel(store)}
          </Button>
        )
      }
    >
      <BasicInformation
        fields={fields}
        identifier={
          <TextInput
            required
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
      />
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
            {test.result && <ConnectionTestPanel result={test.result} askedVersion={values.api_version} />}
          </ConnectionTest>
        }
      />
      <StoreConfiguration
        fields={fields}
        description="Left blank, the currency, country and timezone are taken from the shop."
      />
      <StoreDetails fields={fields} />
      <NotesSection fields={fields} />
    </StoreFormFrame>
  );
}

function connectLabel(store: Store | null): string {
  if (store === null) return 'Create and Connect with Shopify';
  return isAuthorized(store) ? 'Update and Reconnect with Shopify' : 'Update and Connect with Shopify';
}

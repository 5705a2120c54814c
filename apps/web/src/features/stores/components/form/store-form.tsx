import { Button, NativeSelect, TextInput } from '@mantine/core';
import { PLATFORM_STORE_TYPES } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { type ReactNode, useMemo } from 'react';
import { EditConflicts } from '../../../../components/feedback/edit-conflicts.tsx';
import { useTestConnection } from '../../api/test-connection.ts';
import {
  connectionTestProblem,
  emptyStoreForm,
  isAuthorized,
  type StoreFormValues,
  storeFormOf,
  toConnectionTestBody,
  validateStoreForm,
} from '../../form/store-form.ts';
import { useStoreForm } from '../../form/use-store-form.ts';
import { choiceLabel, storeFieldLabels, storeTypeLabels } from '../../store-labels.ts';
import { ConnectionTestPanel } from '../connection/connection-test-panel.tsx';
import { ShopifyConnectionSettings } from '../connection/shopify-connection-settings.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { StoreFormFrame } from './store-form-frame.tsx';
import { BasicInformation, NotesSection, StoreConfiguration, StoreDetails } from './store-form-sections.tsx';

type Props = {
  /** The store being edited, or null for a new one. */
  store: Store | null;
  saving: boolean;
  saved: boolean;
  error: Error | null;
  /** `connect` is whether to go on to Shopify's consent page. */
  onSave: (values: StoreFormValues, next: { connect: boolean }) => void;
  /** In place of the message that the store was saved. */
  savedNote?: ReactNode;
  /** Whether the Shopify app is entered in the settings; null while that is not known. */
  appIsEntered: boolean | null;
  cancelLink: ReactNode;
};

const CONNECT = 'connect';

/** The form of a platform store. */
export function StoreForm({
  store,
  saving,
  saved,
  error,
  onSave,
  savedNote,
  appIsEntered,
  cancelLink,
}: Props) {
  const { form, fields, submit, conflicts } = useStoreForm<StoreFormValues>({
    initialValues: useMemo(() => (store ? storeFormOf(store) : emptyStoreForm), [store]),
    validate: (values) => validateStoreForm(values, store),
    error,
    onSave: (values, submitter) => onSave(values, { connect: submitter === CONNECT }),
  });
  const test = useTestConnection();
  const testBody = toConnectionTestBody(form.values, store);
  /** A result counts for what was tested, not for what was typed since. */
  const isTested = JSON.stringify(test.variables) === JSON.stringify(testBody);
  const canConnect = form.values.connection_method === 'oauth' && appIsEntered !== false;

  return (
    <StoreFormFrame
      label={store ? `Edit ${store.shop_name}` : 'Add Shopify store'}
      submitLabel={store ? 'Update Store' : 'Create Store'}
      savedMessage={store ? messages.stores.updated : messages.stores.created}
      failedMessage={store ? messages.stores.updateFailed : messages.stores.createFailed}
      saving={saving}
      saved={saved}
      error={error}
      isDirty={() => form.isDirty()}
      cancelLink={cancelLink}
      savedNote={savedNote}
      conflicts={
        <EditConflicts
          conflicts={conflicts}
          values={form.values}
          labels={storeFieldLabels}
          wordOf={choiceLabel}
          saveLabel="Update Store"
        />
      }
      preferredSubmit={
        canConnect && (
          <Button type="submit" value={CONNECT} loading={saving} disabled={saved}>
            {connectLabel(store)}
          </Button>
        )
      }
      onSubmit={submit}
    >
      <BasicInformation
        fields={fields}
        identifier={
          <TextInput
            label="Store URL"
            name="shop_url"
            required
            placeholder="your-store.myshopify.com"
            description="As you have it: the address of its admin works as well."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...fields('shop_url')}
          />
        }
        type={
          <NativeSelect
            label="Store type"
            name="store_type"
            data={PLATFORM_STORE_TYPES.map((type) => ({ value: type, label: storeTypeLabels[type] }))}
            {...fields('store_type')}
          />
        }
      />
      <ShopifyConnectionSettings
        fields={fields}
        values={form.values}
        store={store}
        appIsEntered={appIsEntered}
        footer={
          <ConnectionTest
            problem={connectionTestProblem(form.values, store)}
            testing={test.isPending}
            error={isTested ? test.error : null}
            timeoutSentence="The shop did not answer in time. Check its address and try again."
            onTest={() => test.mutate(testBody)}
            onProblem={() => test.reset()}
          >
            {isTested && test.data && (
              <ConnectionTestPanel result={test.data} askedVersion={test.variables?.api_version ?? ''} />
            )}
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

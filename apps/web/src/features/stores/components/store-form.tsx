import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores';
import { IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { UnsavedChangesGuard } from '../../../components/unsaved-changes-guard.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError } from '../../../lib/describe-error.ts';
import { useTestConnection } from '../api/test-connection.ts';
import {
  connectionTestProblem,
  emptyStoreForm,
  type StoreFormValues,
  storeFormOf,
  toConnectionTestBody,
  validateStoreForm,
} from '../store-form.ts';
import { ConnectionTestPanel } from './connection-test-panel.tsx';
import classes from './store-form.module.css';
import {
  BasicInformation,
  ConnectionSettings,
  NotesSection,
  StoreConfiguration,
  StoreDetails,
} from './store-form-sections.tsx';

type Props = {
  /** The store being edited, or null for a new one. */
  store: Store | null;
  saving: boolean;
  saved: boolean;
  error: Error | null;
  onSave: (values: StoreFormValues) => void;
  cancelLink: ReactNode;
};

/** The form of a platform store. What was typed stays until it is saved. */
export function StoreForm({ store, saving, saved, error, onSave, cancelLink }: Props) {
  const form = useForm<StoreFormValues>({
    initialValues: store ? storeFormOf(store) : emptyStoreForm,
    validate: (values) => validateStoreForm(values, store),
    validateInputOnBlur: false,
  });
  const test = useTestConnection();
  const [testAsked, setTestAsked] = useState(false);
  const refused = error instanceof ApiError ? error : null;
  const getInputProps = (name: keyof StoreFormValues) => {
    const props = form.getInputProps(name);
    return { ...props, error: props.error ?? (form.isTouched(name) ? undefined : refused?.fieldError(name)) };
  };

  const testProblem = connectionTestProblem(form.values, store);
  const testBody = toConnectionTestBody(form.values, store);
  /** A result counts for what was tested, not for what was typed since. */
  const isTested = JSON.stringify(test.variables) === JSON.stringify(testBody);

  const testConnection = () => {
    setTestAsked(true);
    if (testProblem) test.reset();
    else test.mutate(testBody);
  };

  return (
    <form
      noValidate
      aria-label={store ? `Edit ${store.shop_name}` : 'Add Shopify store'}
      onSubmit={form.onSubmit(
        (values) => {
          form.resetTouched();
          onSave(values);
        },
        (errors) => focusFirst(Object.keys(errors)),
      )}
    >
      <div className={classes.sections}>
        <BasicInformation fields={getInputProps} />
        <ConnectionSettings
          fields={getInputProps}
          values={form.values}
          store={store}
          footer={
            <>
              <Button
                variant="default"
                leftSection={<IconPlugConnected size={15} aria-hidden />}
                loading={test.isPending}
                onClick={testConnection}
              >
                Test Connection
              </Button>
              <div aria-live="polite" className={classes.testResult}>
                {testAsked && testProblem && <Banner tone="warning" title={testProblem} />}
                {isTested && test.error && (
                  <Banner tone="danger" title={messages.stores.connectionTestError}>
                    {describeTestError(test.error)}
                  </Banner>
                )}
                {isTested && test.data && (
                  <ConnectionTestPanel result={test.data} askedVersion={test.variables?.api_version ?? ''} />
                )}
              </div>
            </>
          }
        />
        <StoreConfiguration fields={getInputProps} />
        <StoreDetails fields={getInputProps} />
        <NotesSection fields={getInputProps} />
      </div>
      <div className={classes.bar}>
        <div className={classes.barMessage}>
          {error && (
            <Banner tone="danger" title={store ? messages.stores.updateFailed : messages.stores.createFailed}>
              {describeError(error)}
            </Banner>
          )}
          {saved && (
            <Banner tone="success" title={store ? messages.stores.updated : messages.stores.created} />
          )}
        </div>
        <div className={classes.barActions}>
          {cancelLink}
          <Button type="submit" loading={saving} disabled={saved}>
            {store ? 'Update Store' : 'Create Store'}
          </Button>
        </div>
      </div>
      <UnsavedChangesGuard active={() => form.isDirty() && !saved} />
    </form>
  );
}

function describeTestError(error: Error): string {
  return error.name === 'TimeoutError'
    ? 'The shop did not answer in time. Check its address and try again.'
    : describeError(error);
}

function focusFirst(names: string[]): void {
  const fields = document.querySelectorAll<HTMLElement>('form [name]');
  for (const field of fields) {
    if (names.includes(field.getAttribute('name') ?? '')) {
      field.focus();
      return;
    }
  }
}

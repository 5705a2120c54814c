import { TextInput } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { type ReactNode, useMemo } from 'react';
import { EditConflicts } from '../../../../components/feedback/edit-conflicts.tsx';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { useTestMssqlConnection } from '../../api/test-mssql-connection.ts';
import {
  emptyMssqlStoreForm,
  fieldsInForce,
  isOtherConnection,
  type MssqlStoreFormValues,
  mssqlConnectionTestProblem,
  mssqlStoreFormOf,
  splitPort,
  testedFields,
  toMssqlConnectionTestBody,
  validateMssqlStoreForm,
} from '../../form/mssql-store-form.ts';
import { type Fields, useStoreForm } from '../../form/use-store-form.ts';
import { choiceLabel, storeFieldLabels } from '../../store-labels.ts';
import { MssqlConnectionSettings } from '../connection/mssql-connection-settings.tsx';
import { MssqlTestPanel } from '../connection/mssql-test-panel.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { MssqlTableInput } from './mssql-table-input.tsx';
import { StoreFormFrame } from './store-form-frame.tsx';
import { BasicInformation, NotesSection, StoreConfiguration, StoreDetails } from './store-form-sections.tsx';

const labels = { ...storeFieldLabels, shop_url: 'Identifier' };

type Props = {
  /** The store being edited, or null for a new one. */
  store: Store | null;
  saving: boolean;
  saved: boolean;
  error: Error | null;
  onSave: (values: MssqlStoreFormValues) => void;
  cancelLink: ReactNode;
};

/** The form of a SQL Server store. */
export function MssqlStoreForm({ store, saving, saved, error, onSave, cancelLink }: Props) {
  const {
    form,
    fields: savedFields,
    submit,
    conflicts,
  } = useStoreForm<MssqlStoreFormValues>({
    initialValues: useMemo(() => (store ? mssqlStoreFormOf(store) : emptyMssqlStoreForm), [store]),
    validate: (values) => validateMssqlStoreForm(values, store),
    error,
    onSave,
  });
  const test = useTestMssqlConnection();
  const testBody = toMssqlConnectionTestBody(form.values, store);
  /** A result counts for what was tested, not for what was typed since. */
  const isTested = JSON.stringify(test.variables) === JSON.stringify(testBody);
  const testError = isTested ? test.error : null;

  const fields: Fields<keyof MssqlStoreFormValues> = (name, options) => {
    const props = savedFields(name, options);
    const tested = testedFields[name];
    if (props.error || !tested || !(testError instanceof ApiError)) return props;
    return { ...props, error: testError.fieldError(tested) };
  };

  // What a stored connection string says is not known here, and the fields beside it may count.
  const isStringTyped = form.values.mssql_connection_string.trim() !== '';
  const inForce = isTested && isStringTyped ? test.data?.in_force : null;
  const toFillIn = inForce ? fieldsInForce(form.values, inForce) : null;

  const takePortFromServer = () => {
    const split = splitPort(form.values.mssql_server);
    if (split) form.setValues({ mssql_server: split.server, mssql_port: split.port });
  };

  return (
    <StoreFormFrame
      label={store ? `Edit ${store.shop_name}` : 'Add MS SQL store'}
      submitLabel={store ? 'Update Store' : 'Create Store'}
      savedMessage={store ? messages.stores.mssqlUpdated : messages.stores.mssqlCreated}
      failedMessage={store ? messages.stores.updateFailed : messages.stores.createFailed}
      saving={saving}
      saved={saved}
      error={error}
      isDirty={() => form.isDirty()}
      cancelLink={cancelLink}
      conflicts={
        <EditConflicts
          conflicts={conflicts}
          values={form.values}
          labels={labels}
          wordOf={choiceLabel}
          saveLabel="Update Store"
        />
      }
      onSubmit={submit}
    >
      <BasicInformation
        fields={fields}
        identifier={
          <TextInput
            label="Identifier"
            name="shop_url"
            required
            maxLength={255}
            placeholder="warehouse-north"
            description="A short name of your own by which this store is told apart."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...fields('shop_url')}
          />
        }
      />
      <MssqlConnectionSettings
        fields={fields}
        values={form.values}
        store={store}
        table={
          <MssqlTableInput
            store={store}
            isOtherConnection={store !== null && isOtherConnection(form.values, store)}
            fields={fields}
          />
        }
        onServerTyped={takePortFromServer}
        footer={
          <ConnectionTest
            problem={mssqlConnectionTestProblem(form.values, store)}
            testing={test.isPending}
            error={testError}
            timeoutSentence="The server did not answer in time. Check its address and try again."
            onTest={() => test.mutate(testBody)}
            onProblem={() => test.reset()}
          >
            {isTested && test.data && (
              <MssqlTestPanel
                result={test.data}
                whereClause={form.values.mssql_where_clause}
                onFillIn={toFillIn && (() => form.setValues(toFillIn))}
              />
            )}
          </ConnectionTest>
        }
      />
      <StoreConfiguration
        fields={fields}
        description="Prices are shown in the store’s currency; left blank, in US dollars."
      />
      <StoreDetails fields={fields} />
      <NotesSection fields={fields} />
    </StoreFormFrame>
  );
}

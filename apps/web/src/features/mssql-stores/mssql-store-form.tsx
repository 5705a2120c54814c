import { TextInput } from '@mantine/core';
import type { CallInput } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import { messages } from '@storefleet/contract/messages';
import type { MssqlConnectionTestResult } from '@storefleet/contract/stores/mssql/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { type ComponentProps, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Fields, useDraft, verbatim } from '../../components/form/use-draft.ts';
import { usePreviewTable } from '../mssql-mappings/api/changes.ts';
import { useTestMssqlConnection } from '../stores/api/changes.ts';
import { MssqlConnectionSettings } from '../stores/components/connection/mssql-connection-settings.tsx';
import { MssqlTestPanel } from '../stores/components/connection/mssql-test-panel.tsx';
import { ConnectionTest, useConnectionTest } from '../stores/components/form/connection-test.tsx';
import { MssqlTableInput } from '../stores/components/form/mssql-table-input.tsx';
import { StoreFormFrame } from '../stores/components/form/store-form-frame.tsx';
import { useGoToStore, useStoreSaving } from '../stores/components/form/use-store-saving.ts';
import {
  fieldsInForce,
  isOtherConnection,
  isSameConnection,
  isSameServer,
  isSameTable,
  type MssqlStoreFormValues,
  mssqlConnectionTestProblem,
  mssqlStoreFormOf,
  testedField,
  toMssqlConnectionTestBody,
  toMssqlCreateBody,
  toMssqlUpdateBody,
  toTablePreviewBody,
  validateMssqlStoreForm,
  withNamesOf,
} from '../stores/form/mssql-store-values.ts';
import { storeFieldLabels } from '../stores/store-labels.ts';
import { NewTableRows } from './new-table-rows.tsx';

const labels = { ...storeFieldLabels, shop_url: 'Identifier' };

type MssqlFields = Fields<keyof MssqlStoreFormValues>;

/** The form of a SQL Server store; null for a new one. */
export function MssqlStoreForm({ store: current }: { store: Store | null }) {
  const saving = useStoreSaving(current, (api, body: CallInput<'mssql.createStore'>['body']) =>
    api.call('mssql.createStore', { body }),
  );
  const { store, change } = saving;
  useGoToStore(saving.saved?.id, { isNew: store === null });
  const draft = useDraft<MssqlStoreFormValues>({
    saved: useMemo(() => mssqlStoreFormOf(store), [store]),
    labels,
    problemsOf: (values) => validateMssqlStoreForm(values, store),
    change,
    onSave: (values) => {
      if (store) saving.update(toMssqlUpdateBody(values, store));
      else {
        const mappings = mapped?.mappings ?? [];
        saving.create({ ...toMssqlCreateBody(values), mappings }, canSync ? 'mssql' : null);
      }
    },
  });
  const { values } = draft;
  const testBody = toMssqlConnectionTestBody(values, store);
  /** The last answered test's result, also while another one is running. */
  const [listed, setListed] = useState<{ body: typeof testBody; databases: readonly string[] } | null>(null);
  const [nextChoice, setNextChoice] = useState<NextChoice | null>(null);
  const test = useConnectionTest(useTestMssqlConnection(), testBody, ({ databases, tables }) => {
    if (!databases) return;
    setListed({ body: testBody, databases });
    if (store) return;
    setNextChoice(
      tables === null ? 'mssql_database' : values.mssql_table.trim() === '' ? 'mssql_table' : null,
    );
  });
  useFocusOn(nextChoice, test.result !== undefined, () => setNextChoice(null));
  const databases = listed && isSameServer(listed.body, testBody) ? listed.databases : null;
  const previewBody = toTablePreviewBody(values);
  const preview = useConnectionTest(usePreviewTable(), previewBody);
  const mapped = preview.last && isSameTable(preview.last.body, previewBody) ? preview.last.result : null;
  const canSync = mapped !== null && mapped.blocked_because === null;
  const fields = withTestErrors(draft.fields, preview.error ?? test.error);
  const tested = test.last && isSameConnection(test.last.body, testBody) ? test.last.result : null;
  const choose = (name: string) => {
    const table = tested?.tables?.find(({ qualified_name: other }) => other === name);
    if (store || !table) return;
    draft.setValues((typed) => withNamesOf(table, tested?.in_force?.database ?? '', typed));
    preview.run({ table: name });
  };
  const toFillIn = fieldsToFillIn(values, test.result);

  return (
    <StoreFormFrame
      store={store}
      addLabel="Add MS SQL store"
      draft={draft}
      change={change}
      savedMessage={store ? messages.stores.mssqlUpdated : messages.stores.mssqlCreated}
      fields={fields}
      identifier={
        <TextInput
          required
          maxLength={255}
          placeholder="warehouse-north"
          description="A short name for this store."
          {...verbatim}
          {...fields.text('shop_url')}
        />
      }
      connectionFirst={store === null}
      nextNote={canSync ? 'These mappings are saved with it, and its first sync starts.' : undefined}
      configurationNote="Prices are shown in the store’s currency; left blank, in US dollars."
    >
      <MssqlConnectionSettings
        fields={fields}
        values={values}
        store={store}
        databases={databases}
        onDatabase={(name) => test.run({ database: name })}
        table={
          <MssqlTableInput
            store={store}
            isOtherConnection={store !== null && isOtherConnection(values, store)}
            tested={tested?.tables ?? undefined}
            fields={fields}
            onChoose={choose}
          />
        }
        onChange={draft.change}
        footer={
          <TestedConnection
            values={values}
            store={store}
            test={test}
            onFillIn={toFillIn && (() => draft.change(toFillIn))}
          />
        }
      />
      {!store && (
        <NewTableRows table={values.mssql_table} isTested={tested?.success === true} preview={preview} />
      )}
    </StoreFormFrame>
  );
}

type TestedProps = {
  values: MssqlStoreFormValues;
  store: Store | null;
  test: ComponentProps<typeof ConnectionTest>['test'] & { result: MssqlConnectionTestResult | undefined };
  onFillIn: (() => void) | null;
};

function TestedConnection({ values, store, test, onFillIn }: TestedProps) {
  return (
    <ConnectionTest
      problem={mssqlConnectionTestProblem(values, store)}
      test={test}
      timeoutSentence="The server did not answer in time. Check its address and try again."
    >
      {test.result && (
        <MssqlTestPanel result={test.result} whereClause={values.mssql_where_clause} onFillIn={onFillIn} />
      )}
    </ConnectionTest>
  );
}

type NextChoice = 'mssql_database' | 'mssql_table';

/** Opens the list of the next choice below the test's result, which moves it down. */
function useFocusOn(choice: NextChoice | null, isShown: boolean, onFocused: () => void): void {
  const focused = useEffectEvent(onFocused);
  useEffect(() => {
    if (!choice || !isShown) return;
    const [input] = document.getElementsByName(choice);
    // A list whose input leaves the window is hidden.
    input?.scrollIntoView({ block: 'center' });
    // Opens the list.
    input?.focus({ preventScroll: true });
    focused();
  }, [choice, isShown]);
}

/** A stored connection string is unknown here, so the fields may be in use. */
function fieldsToFillIn(values: MssqlStoreFormValues, tested: MssqlConnectionTestResult | undefined) {
  const isStringTyped = values.mssql_connection_string.trim() !== '';
  const inForce = isStringTyped && tested?.tables ? tested.in_force : null;
  return inForce ? fieldsInForce(values, inForce) : null;
}

/** Shows the server's refusals of a test at their fields, too. */
function withTestErrors(fields: MssqlFields, error: Error | null): MssqlFields {
  const refused = (name: keyof MssqlStoreFormValues) =>
    error instanceof ApiError ? error.fieldError(testedField(name)) : undefined;
  return {
    text: (name) => ({ ...fields.text(name), error: fields.text(name).error ?? refused(name) }),
    tick: (name) => ({ ...fields.tick(name), error: fields.tick(name).error ?? refused(name) }),
  };
}

import { Autocomplete, type AutocompleteProps, Loader } from '@mantine/core';
import type { MssqlTable } from '@storefleet/contract/stores/mssql/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Fields } from '../../../../components/form/use-draft.ts';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { mssqlTablesQuery } from '../../api/queries.ts';
import { findTables } from '../../table-choice.ts';
import { MssqlTableOption } from './mssql-table-option.tsx';

/** Others are found by typing. */
const TABLES_SHOWN = 100;

const HINT = 'With its schema, such as dbo.Products. Views work too.';

type Props = {
  store: Store | null;
  /** Whether the form's connection differs from the saved one. */
  isOtherConnection: boolean;
  /** The tables found by a test of the form's connection. */
  tested: readonly MssqlTable[] | undefined;
  fields: Fields<'mssql_table'>;
  /** A table was chosen from the list. */
  onChoose: (name: string) => void;
};

/** The table's name as free text, with the database's tables as suggestions if known. */
export function MssqlTableInput({ store, isOtherConnection, tested, fields, onChoose }: Props) {
  if (store && !isOtherConnection) {
    return <SavedChoice storeId={store.id} savedTable={store.mssql_table} fields={fields} />;
  }
  const description = tested
    ? describeList(tested, null, store !== null)
    : `${HINT} Test the connection to choose from a list.`;
  return (
    <TableChoice
      tables={tested ?? []}
      field={fields.text('mssql_table')}
      description={description}
      onOptionSubmit={onChoose}
    />
  );
}

type SavedProps = { storeId: string; savedTable: string | null; fields: Fields<'mssql_table'> };

function SavedChoice({ storeId, savedTable, fields }: SavedProps) {
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const tables = useQuery({ ...mssqlTablesQuery(api, storeId), enabled: isAsked, retry: false });
  const field = fields.text('mssql_table');
  const isOther = savedTable !== null && field.value.trim() !== savedTable;
  return (
    <TableChoice
      tables={tables.data ?? []}
      field={field}
      description={describeList(tables.data, tables.error, isOther)}
      rightSection={tables.isFetching ? <Loader size={14} aria-label="Reading the tables" /> : undefined}
      onFocus={() => setAsked(true)}
    />
  );
}

type ChoiceProps = Omit<AutocompleteProps, 'data'> & {
  tables: readonly MssqlTable[];
  field: ReturnType<Fields<'mssql_table'>['text']>;
};

function TableChoice({ tables, field, ...input }: ChoiceProps) {
  const byName = new Map(tables.map((table) => [table.qualified_name, table]));
  return (
    <Autocomplete
      required
      spellCheck={false}
      data={[...byName.keys()]}
      limit={TABLES_SHOWN}
      comboboxProps={{ withinPortal: false }}
      filter={({ search, limit }) =>
        findTables(tables, search)
          .slice(0, limit)
          .map(({ qualified_name: name }) => ({ value: name, label: name }))
      }
      renderOption={({ option }) => <MssqlTableOption name={option.value} table={byName.get(option.value)} />}
      {...field}
      {...input}
    />
  );
}

function describeList(
  tables: readonly MssqlTable[] | undefined,
  error: Error | null,
  isOther: boolean,
): string {
  const sentences = [HINT];
  if (tables)
    sentences.push(
      `The database has ${formatQuantity(tables.length, 'table or view', 'tables and views')}: choose one or type.`,
    );
  if (error) sentences.push(`The tables could not be listed: ${describeError(error)}`);
  if (isOther) sentences.push('The field mappings stay: check them on the store’s page afterwards.');
  return sentences.join(' ');
}

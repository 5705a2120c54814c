import { Autocomplete, Loader, TextInput, type TextInputProps } from '@mantine/core';
import type { MssqlTable } from '@storefleet/contract/stores/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { mssqlTablesQuery } from '../../api/list-mssql-tables.ts';
import type { Fields } from '../../form/use-store-form.ts';
import { findTables } from '../../table-choice.ts';
import { MssqlTableOption } from './mssql-table-option.tsx';

/** More are found by typing. */
const TABLES_SHOWN = 100;

const HINT = 'With its schema, such as dbo.Products. A view will do as well.';

const common = {
  label: 'Table',
  name: 'mssql_table',
  required: true,
  autoComplete: 'off',
  spellCheck: false,
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
} satisfies TextInputProps;

type Props = {
  store: Store | null;
  /** Whether the form says another connection than the saved one. */
  isOtherConnection: boolean;
  fields: Fields<'mssql_table'>;
};

/** The name of the table as free text; a saved store offers what its database has. */
export function MssqlTableInput({ store, isOtherConnection, fields }: Props) {
  if (!store) return <TextInput {...common} description={HINT} {...fields('mssql_table')} />;
  if (isOtherConnection) {
    const description = `${HINT} To choose from a list, save the new connection first.`;
    return <TextInput {...common} description={description} {...fields('mssql_table')} />;
  }
  return <TableChoice storeId={store.id} savedTable={store.mssql_table} fields={fields} />;
}

type ChoiceProps = { storeId: string; savedTable: string | null; fields: Fields<'mssql_table'> };

function TableChoice({ storeId, savedTable, fields }: ChoiceProps) {
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const tables = useQuery({ ...mssqlTablesQuery(api, storeId), enabled: isAsked, retry: false });
  const byName = new Map((tables.data ?? []).map((table) => [table.qualified_name, table]));
  const { onFocus, ...props } = fields('mssql_table');
  const isOther = savedTable !== null && String(props.value).trim() !== savedTable;

  return (
    <Autocomplete
      {...common}
      description={describeList(tables.data, tables.error, isOther)}
      data={[...byName.keys()]}
      limit={TABLES_SHOWN}
      comboboxProps={{ withinPortal: false }}
      filter={({ search, limit }) =>
        findTables(tables.data ?? [], search)
          .slice(0, limit)
          .map(({ qualified_name: name }) => ({ value: name, label: name }))
      }
      renderOption={({ option }) => <MssqlTableOption name={option.value} table={byName.get(option.value)} />}
      rightSection={tables.isFetching ? <Loader size={14} aria-label="Reading the tables" /> : undefined}
      {...props}
      onFocus={(event) => {
        setAsked(true);
        onFocus?.(event);
      }}
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

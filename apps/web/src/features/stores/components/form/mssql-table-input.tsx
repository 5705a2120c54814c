import { Autocomplete, Loader, TextInput } from '@mantine/core';
import type { MssqlTable } from '@storefleet/contract/stores/mssql';
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

/** More are found by typing. */
const TABLES_SHOWN = 100;

const HINT = 'With its schema, such as dbo.Products. A view will do as well.';

const common = { required: true, spellCheck: false };

type Props = {
  store: Store | null;
  /** Whether the form says another connection than the saved one. */
  isOtherConnection: boolean;
  fields: Fields<'mssql_table'>;
};

/** The name of the table as free text; a saved store offers what its database has. */
export function MssqlTableInput({ store, isOtherConnection, fields }: Props) {
  if (!store) return <TextInput {...common} description={HINT} {...fields.text('mssql_table')} />;
  if (isOtherConnection) {
    const description = `${HINT} To choose from a list, save the new connection first.`;
    return <TextInput {...common} description={description} {...fields.text('mssql_table')} />;
  }
  return <TableChoice storeId={store.id} savedTable={store.mssql_table} fields={fields} />;
}

type ChoiceProps = { storeId: string; savedTable: string | null; fields: Fields<'mssql_table'> };

function TableChoice({ storeId, savedTable, fields }: ChoiceProps) {
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const tables = useQuery({ ...mssqlTablesQuery(api, storeId), enabled: isAsked, retry: false });
  const byName = new Map((tables.data ?? []).map((table) => [table.qualified_name, table]));
  const field = fields.text('mssql_table');
  const isOther = savedTable !== null && field.value.trim() !== savedTable;

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
      {...field}
      onFocus={() => setAsked(true)}
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

import { Button, Loader, Select } from '@mantine/core';
import type { MssqlTable } from '@storefleet/contract/stores/mssql/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { mssqlTablesQuery } from '../../stores/api/queries.ts';
import { MssqlTableOption, tableSize } from '../../stores/components/form/mssql-table-option.tsx';
import { findTables } from '../../stores/table-choice.ts';
import { isSameTable } from '../table-names.ts';
import { ChangeColumn } from './change-column.tsx';
import { TableColumns } from './table-columns.tsx';
import classes from './table-panel.module.css';
import { UseTableDialog } from './use-table-dialog.tsx';

/** Any beyond this are found by typing. */
const TABLES_SHOWN = 100;

type Props = {
  store: Store;
  table: string | null;
  isOwn: boolean;
  inputRef: Ref<HTMLInputElement>;
  readOnlyBecause: string | null;
  onChoose: (table: string | null) => void;
};

/** Chooses a table or view of the store's database and shows its contents. */
export function TablePanel({ store, table, isOwn, inputRef, readOnlyBecause, onChoose }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="SQL Server Table" description={readOnlyBecause ?? undefined}>
      <div className={classes.stack}>
        <TablePicker
          storeId={store.id}
          ownTable={store.mssql_table}
          table={table}
          inputRef={inputRef}
          onChoose={onChoose}
        />
        {table !== null && !isOwn && (
          <Banner tone="info" title={`The store reads ${store.mssql_table ?? 'no table yet'}.`}>
            What you see here is <span className="code">{table}</span>.
            <div className={classes.actions}>
              {readOnlyBecause === null && (
                <Button size="xs" onClick={() => setAsking(true)}>
                  Use this table for the store
                </Button>
              )}
              {store.mssql_table !== null && (
                <Button size="xs" variant="default" onClick={() => onChoose(store.mssql_table)}>
                  Back to {store.mssql_table}
                </Button>
              )}
            </div>
          </Banner>
        )}
        {table === null ? (
          <p className="note">Select a table to see its columns.</p>
        ) : (
          <>
            <TableColumns storeId={store.id} table={table} />
            {isOwn && <ChangeColumn store={store} table={table} readOnlyBecause={readOnlyBecause} />}
          </>
        )}
      </div>
      {table !== null && (
        <UseTableDialog opened={asking} store={store} table={table} onClose={() => setAsking(false)} />
      )}
    </Panel>
  );
}

type PickerProps = {
  storeId: string;
  ownTable: string | null;
  table: string | null;
  inputRef: Ref<HTMLInputElement>;
  onChoose: (table: string | null) => void;
};

function TablePicker({ storeId, ownTable, table, inputRef, onChoose }: PickerProps) {
  const tables = useQuery({ ...mssqlTablesQuery(useApi(), storeId), retry: false });
  const listed = tables.data ?? [];
  const byName = new Map(listed.map((found) => [found.qualified_name, found]));
  // The saved name may be spelled differently in SQL Server, or the table may be gone.
  const listedName = (name: string) =>
    listed.find(({ qualified_name: other }) => isSameTable(other, name))?.qualified_name ?? name;
  const value = table === null ? null : listedName(table);
  const extra = [ownTable, table].flatMap((name) => (name === null ? [] : listedName(name)));
  const names = [...new Set([...extra, ...byName.keys()])];

  return (
    <>
      <Select
        ref={inputRef}
        label="Table"
        description={describeTables(tables.data, value)}
        placeholder="Search tables and views"
        searchable
        clearable
        allowDeselect={false}
        autoComplete="off"
        spellCheck={false}
        clearButtonProps={{ 'aria-label': 'Clear the table' }}
        withScrollArea={false}
        classNames={{ options: classes.options }}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage="No matching table or view."
        data={names}
        limit={TABLES_SHOWN}
        value={value}
        filter={({ search, limit }) => {
          const found = findTables(listed, search).map(({ qualified_name: name }) => name);
          const shown = search.trim() === '' || names.includes(search) ? names : found;
          return shown.slice(0, limit).map((name) => ({ value: name, label: name }));
        }}
        renderOption={({ option }) => (
          <MssqlTableOption name={option.value} table={byName.get(option.value)} />
        )}
        rightSection={tables.isFetching ? <Loader size={14} aria-label="Reading the tables" /> : undefined}
        onChange={onChoose}
      />
      {tables.error && <QueryErrorBanner title="The tables could not be listed" query={tables} />}
    </>
  );
}

function describeTables(
  tables: readonly MssqlTable[] | undefined,
  chosen: string | null,
): string | undefined {
  if (!tables) return undefined;
  const found = tables.find(({ qualified_name: name }) => name === chosen);
  const all = `The database has ${formatQuantity(tables.length, 'table or view', 'tables and views')}.`;
  if (chosen === null) return all;
  return found ? [tableSize(found), all].filter(Boolean).join('. ') : `${chosen} is not among them. ${all}`;
}

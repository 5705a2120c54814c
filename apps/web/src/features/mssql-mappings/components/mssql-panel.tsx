import type { Store } from '@storefleet/contract/stores/stores';
import { useRef, useState } from 'react';
import { UnsavedWorkGuard } from '../../../components/unsaved/unsaved-work.tsx';
import { MAPPINGS_ID } from '../go-to-mappings.ts';
import { isSameTable } from '../table-names.ts';
import { MappingsPanel } from './mappings/mappings-panel.tsx';
import classes from './mssql-panel.module.css';
import { PreviewPanel } from './preview-panel.tsx';
import { TablePanel } from './table-panel.tsx';

type Props = {
  store: Store;
  /** Why it is read-only, or null. */
  readOnlyBecause: string | null;
};

/** A SQL Server store's table: the choice, its mappings and a preview. */
export function MssqlPanel({ store, readOnlyBecause }: Props) {
  const [table, setTable] = useState(store.mssql_table);
  const tableInput = useRef<HTMLInputElement>(null);
  const isOwn = table !== null && store.mssql_table !== null && isSameTable(table, store.mssql_table);
  return (
    <UnsavedWorkGuard>
      <div className={classes.columns}>
        {' '}
        <TablePanel
          store={store}
          table={table}
          isOwn={isOwn}
          inputRef={tableInput}
          readOnlyBecause={readOnlyBecause}
          onChoose={setTable}
        />
        <div id={MAPPINGS_ID} tabIndex={-1} className={classes.place}>
          <MappingsPanel
            store={store}
            table={table}
            isOwn={isOwn}
            readOnlyBecause={readOnlyBecause}
            onTableMissing={() => tableInput.current?.focus()}
          />
        </div>
      </div>
      {table !== null && <PreviewPanel storeId={store.id} table={isOwn ? null : table} />}
    </UnsavedWorkGuard>
  );
}

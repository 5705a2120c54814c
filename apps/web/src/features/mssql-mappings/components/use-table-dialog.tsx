import { Text } from '@mantine/core';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { useUpdateStore } from '../../stores/api/changes.ts';
import classes from './table-panel.module.css';

type Props = { opened: boolean; store: Store; table: string; onClose: () => void };

/** Asks before switching a store to another table, and explains the consequences. */
export function UseTableDialog({ opened, store, table, onClose }: Props) {
  return (
    <ConfirmChange
      opened={opened}
      title={`Use ${table} for ${store.shop_name}?`}
      confirmLabel="Use this table"
      change={useUpdateStore(store.id)}
      variables={{ mssql_table: table }}
      failed={(reason) => `${messages.stores.updateFailed} (${reason})`}
      onDone={() => announce(messages.stores.mssqlUpdated)}
      onClose={onClose}
    >
      <Text>
        From the next sync on, the products of this store come from {table}
        {store.mssql_table !== null && ` instead of ${store.mssql_table}`}.
      </Text>
      <ul className={classes.effects}>
        <li>
          The next sync removes the products that are not in {table} from this tool’s copy. When they are
          unusually many, it asks first.
        </li>
        <li>The field mappings stay: check them, as the columns may differ.</li>
        {store.mssql_where_clause !== null && (
          <li>The where clause of the store stays, and has to fit {table}.</li>
        )}
        <li>The database itself is not changed.</li>
      </ul>
    </ConfirmChange>
  );
}

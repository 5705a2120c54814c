import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { messages } from '@storefleet/contract/messages';
import type { Store } from '@storefleet/contract/stores/stores';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx';
import { useUpdateStore } from '../../stores/api/update-store.ts';
import { describeRefusal } from '../../stores/describe-refusal.ts';
import classes from './table-panel.module.css';

type Props = { opened: boolean; store: Store; table: string; onClose: () => void };

/** Asks before a store goes over to another table, and says what follows. */
export function UseTableDialog({ opened, store, table, onClose }: Props) {
  const update = useUpdateStore(store.id);
  const close = () => {
    update.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={`Use ${table} for ${store.shop_name}?`}
      confirmLabel="Use this table"
      pending={update.isPending}
      error={update.error && `${messages.stores.updateFailed} (${describeRefusal(update.error)})`}
      onCancel={close}
      onConfirm={() =>
        update.mutate(
          { mssql_table: table },
          {
            onSuccess: () => {
              notifications.show({ color: 'green', message: messages.stores.mssqlUpdated });
              close();
            },
          },
        )
      }
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
        <li>The field mappings stay: check them, because the columns may be others.</li>
        {store.mssql_where_clause !== null && (
          <li>The where clause of the store stays, and has to fit {table}.</li>
        )}
        <li>No table of the database is changed.</li>
      </ul>
    </ConfirmDialog>
  );
}

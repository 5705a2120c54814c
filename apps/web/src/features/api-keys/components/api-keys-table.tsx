import type { ApiKey } from '@storefleet/contract/people/api-keys';
import { useState } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { RowButton } from '../../../components/data-table/row-button.tsx';
import { Cell, TableRow } from '../../../components/data-table/table-row.tsx';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { Permitted } from '../../auth/components/permitted.tsx';
import { roleLabels, storeAccessLabel } from '../../team/member-words.ts';
import { stateOf } from '../api-key-words.ts';
import { useRevokeApiKey } from '../api-keys-api.ts';
import classes from './api-keys.module.css';

const columns: readonly Column<ApiKey>[] = [
  { id: 'key', label: 'Key', namesRow: true, skeleton: 'two lines' },
  { id: 'status', label: 'Status', width: '6rem' },
  { id: 'role', label: 'Role', width: '6.5rem', cardLabel: 'Role' },
  { id: 'used', label: 'Last use', width: '8rem', look: 'muted', cardLabel: 'Last use' },
  { id: 'end', label: 'Ends', width: '8rem', look: 'muted', cardLabel: 'Ends' },
  { id: 'actions', label: 'Actions', width: '6rem', align: 'end', skeleton: 'none' },
];
const cards = {
  areas: '"key key" "status role" "used end" "actions actions"',
  columns: 'auto minmax(0, 1fr)',
};

/** `keys`: undefined while loading. */
export function ApiKeysTable({ keys }: { keys: readonly ApiKey[] | undefined }) {
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const revocation = useRevokeApiKey();
  const now = new Date();
  return (
    <>
      <DataTable
        label="API keys"
        loading="Loading the API keys"
        place="panel"
        columns={columns}
        rows={keys}
        keyOf={({ id }) => id}
        cards={cards}
      >
        {(key, position) => {
          const state = stateOf(key, now);
          return (
            <TableRow {...position}>
              <Cell column="key">
                {key.name}
                <span className={classes.hint}>
                  {key.hint}… by {key.created_by}
                </span>
              </Cell>
              <Cell column="status">
                <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
              </Cell>
              <Cell column="role">
                {roleLabels[key.role]}
                <span className={classes.hint}>{storeAccessLabel(key.store_ids)}</span>
              </Cell>
              <Cell column="used">
                {key.last_used_at ? <RelativeTime value={key.last_used_at} /> : 'Never'}
              </Cell>
              <Cell column="end">{key.expires_at ? <RelativeTime value={key.expires_at} /> : 'Never'}</Cell>
              <Cell column="actions">
                {state.isUsable && (
                  <Permitted call="apiKeys.revoke">
                    <RowButton danger aria-label={`Revoke ${key.name}`} onClick={() => setAsked(key)}>
                      Revoke
                    </RowButton>
                  </Permitted>
                )}
              </Cell>
            </TableRow>
          );
        }}
      </DataTable>
      {asked && (
        <ConfirmChange
          opened
          title={`Revoke “${asked.name}”?`}
          confirmLabel="Revoke key"
          tone="danger"
          change={revocation}
          variables={asked.id}
          failed={(reason) => `Failed to revoke the key. Please try again. (${reason})`}
          onDone={() => announce(`“${asked.name}” no longer works.`)}
          onClose={() => setAsked(null)}
        >
          Requests with this key will be refused. This cannot be undone.
        </ConfirmChange>
      )}
    </>
  );
}

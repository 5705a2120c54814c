import { messages } from '@storefleet/contract/messages';
import type { Setting } from '@storefleet/contract/settings';
import { useState } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { ConfirmChange } from '../../../components/dialogs/confirm-change.tsx';
import { announceSettings } from '../announce.ts';
import { effectOfDeleting } from '../known-settings.ts';
import { useDeleteSetting } from '../settings-api.ts';
import { SettingRow } from './setting-row.tsx';

const columns: readonly Column<Setting>[] = [
  { id: 'key', label: 'Key', width: 'minmax(0, 1.3fr)', namesRow: true, look: 'strong' },
  { id: 'value', label: 'Value', width: 'minmax(0, 2fr)' },
  { id: 'description', label: 'Description', width: 'minmax(0, 1.5fr)', look: 'muted' },
  { id: 'encrypted', label: 'Encrypted', width: '5rem', cardLabel: 'Encrypted' },
  { id: 'actions', label: 'Actions', width: '9rem', align: 'end', skeleton: 'none' },
];
const cards = {
  areas: '"key actions" "value value" "description description" "encrypted encrypted"',
  columns: 'minmax(0, 1fr) auto',
};

/** Undefined while loading. */
export function SettingsTable({ settings }: { settings: readonly Setting[] | undefined }) {
  const [deleting, setDeleting] = useState<Setting | null>(null);
  const key = deleting?.key ?? '';
  return (
    <>
      <DataTable
        label="Settings"
        loading="Loading settings"
        place="panel"
        columns={columns}
        rows={settings}
        keyOf={({ key }) => key}
        cards={cards}
      >
        {(setting, position) => <SettingRow {...position} setting={setting} onDelete={setDeleting} />}
      </DataTable>
      <ConfirmChange
        opened={deleting !== null}
        title={`Delete ${key}?`}
        confirmLabel="Delete setting"
        tone="danger"
        change={useDeleteSetting()}
        variables={key}
        failed={(reason) => `${messages.settings.deleteFailed(key)} (${reason})`}
        onDone={() => announceSettings(messages.settings.deleted(key))}
        onClose={() => setDeleting(null)}
        effect={effectOfDeleting(key)}
      >
        {messages.settings.confirmDelete(key)}
      </ConfirmChange>
    </>
  );
}

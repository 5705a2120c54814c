import { messages } from '@storefleet/contract/messages';
import { mappingSourceLabel } from '@storefleet/contract/stores/mssql/mapping-rules';
import type { FieldMapping } from '@storefleet/contract/stores/mssql/mssql';
import { useState } from 'react';
import type { Column } from '../../../../components/data-table/columns.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import { ConfirmChange } from '../../../../components/dialogs/confirm-change.tsx';
import { announce } from '../../../../components/feedback/announce.ts';
import { useDeleteMapping } from '../../api/changes.ts';
import type { MappingSource } from '../../mapping-form.ts';
import { effectOfDeletingMapping, targetWords } from '../../mapping-words.ts';
import { MappingRow } from './mapping-row.tsx';

const columns: readonly Column<FieldMapping>[] = [
  { id: 'source', label: 'Source column', width: 'minmax(0, 1.2fr)', namesRow: true, cardLabel: 'from' },
  { id: 'target', label: 'Target field', look: 'strong' },
  { id: 'rules', label: 'Rules', width: 'minmax(0, 1.5fr)', look: 'muted' },
  { id: 'actions', label: 'Actions', width: '8rem', align: 'end', skeleton: 'none' },
];
const readColumns = columns.filter(({ id }) => id !== 'actions');
const cards = {
  areas: '"target actions" "source source" "rules rules"',
  columns: 'minmax(0, 1fr) auto',
};

type Props = {
  /** Undefined while loading. */
  mappings: readonly FieldMapping[] | undefined;
  source: MappingSource;
  /** Whether the loaded columns belong to the store's own table. */
  isOwn: boolean;
  readOnly: boolean;
};

export function MappingsTable({ mappings, source, isOwn, readOnly }: Props) {
  const [deleting, setDeleting] = useState<FieldMapping | null>(null);
  const known =
    isOwn && source.columns
      ? new Set(source.columns.map(({ column_name: name }) => name.toLowerCase()))
      : null;
  return (
    <>
      <DataTable
        label="Field mappings"
        loading="Loading field mappings"
        place="panel"
        columns={readOnly ? readColumns : columns}
        rows={mappings}
        keyOf={({ id }) => id}
        cards={cards}
      >
        {(mapping, position) => (
          <MappingRow
            {...position}
            mapping={mapping}
            source={source}
            missingFrom={
              !mapping.child_table && known?.has(mapping.source_field.toLowerCase()) === false
                ? source.table
                : null
            }
            onDelete={readOnly ? null : setDeleting}
          />
        )}
      </DataTable>
      <ConfirmChange
        opened={deleting !== null}
        title={
          deleting
            ? `Delete the mapping of ${mappingSourceLabel(deleting)} to ${targetWords(deleting.target_field)}?`
            : ''
        }
        confirmLabel="Delete mapping"
        tone="danger"
        change={useDeleteMapping(source.storeId)}
        variables={deleting?.id ?? ''}
        failed={(reason) => `${messages.mappings.deleteFailed}: ${reason}`}
        onDone={() => announce(messages.mappings.deleted)}
        onClose={() => setDeleting(null)}
        effect={deleting && effectOfDeletingMapping(deleting)}
      >
        {messages.mappings.confirmDelete}
      </ConfirmChange>
    </>
  );
}

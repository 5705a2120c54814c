import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { FieldMapping } from '@storefleet/contract/stores/mssql';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Cell, type RowPosition, TableRow, WideCell } from '../../../../components/data-table/table-row.tsx';
import { Chip, StatusBadge } from '../../../../components/text/status-badge.tsx';
import { useUpdateMapping } from '../../api/update-mapping.ts';
import type { MappingSource } from '../../mapping-form.ts';
import { formOf } from '../../mapping-form.ts';
import { ruleWords, targetWords } from '../../mapping-words.ts';
import { MappingEditor } from './mapping-editor.tsx';
import classes from './mappings-table.module.css';

type Props = RowPosition & {
  mapping: FieldMapping;
  source: MappingSource;
  /** The table that has no such column any more, or null. */
  missingFrom: string | null;
  /** Null where nothing can be changed. */
  onDelete: ((mapping: FieldMapping) => void) | null;
};

export function MappingRow({ mapping, source, missingFrom, onDelete, ...position }: Props) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const title = `${mapping.source_field} to ${targetWords(mapping.target_field)}`;

  /** The keyboard goes on where it was before. */
  const close = () => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };

  if (editing && onDelete) {
    return (
      <TableRow {...position}>
        <WideCell>
          <EditMappingForm mapping={mapping} title={title} source={source} onClose={close} />
        </WideCell>
      </TableRow>
    );
  }
  return (
    <TableRow {...position}>
      <Cell column="source" className={classes.words}>
        <span className="code">{mapping.source_field}</span>{' '}
        {missingFrom !== null && <StatusBadge tone="danger">Not in {missingFrom}</StatusBadge>}
      </Cell>
      <Cell column="target">{targetWords(mapping.target_field)}</Cell>
      <Cell column="rules" className={classes.words}>
        {ruleWords(mapping)} {mapping.is_generated && <Chip>Generated</Chip>}
      </Cell>
      {onDelete && (
        <Cell column="actions">
          <Button
            ref={editButton}
            variant="default"
            size="compact-sm"
            aria-label={`Edit ${title}`}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
          <Button
            variant="subtle"
            color="red"
            c="var(--sf-danger-text)"
            size="compact-sm"
            aria-label={`Delete ${title}`}
            onClick={() => onDelete(mapping)}
          >
            Delete
          </Button>
        </Cell>
      )}
    </TableRow>
  );
}

type FormProps = { mapping: FieldMapping; title: string; source: MappingSource; onClose: () => void };

function EditMappingForm({ mapping, title, source, onClose }: FormProps) {
  const update = useUpdateMapping(source.storeId, mapping.id);
  // What the form began from: somebody else's change meanwhile does not count as typed here.
  const [began] = useState(mapping);
  return (
    <MappingEditor
      name={`Edit ${title}`}
      source={source}
      edited={began}
      initial={formOf(began)}
      saveLabel="Save"
      failedTitle="Failed to update field mapping"
      save={update}
      onSaved={() => {
        notifications.show({ color: 'green', message: 'Field mapping updated successfully' });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

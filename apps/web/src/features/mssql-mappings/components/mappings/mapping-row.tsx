import { mappingSourceLabel } from '@storefleet/contract/stores/mssql/mapping-rules';
import type { FieldMapping } from '@storefleet/contract/stores/mssql/mssql';
import { RowButton } from '../../../../components/data-table/row-button.tsx';
import { Cell, type RowPosition, TableRow, WideCell } from '../../../../components/data-table/table-row.tsx';
import { Chip, StatusBadge } from '../../../../components/text/status-badge.tsx';
import { useInPlace } from '../../../../lib/browser/use-in-place.ts';
import type { MappingSource } from '../../mapping-form.ts';
import { ruleWords, targetWords } from '../../mapping-words.ts';
import { MappingEditor } from './mapping-editor.tsx';
import classes from './mappings-table.module.css';

type Props = RowPosition & {
  mapping: FieldMapping;
  source: MappingSource;
  /** The table that no longer has the column, or null. */
  missingFrom: string | null;
  /** Null if read-only. */
  onDelete: ((mapping: FieldMapping) => void) | null;
};

export function MappingRow({ mapping, source, missingFrom, onDelete, ...position }: Props) {
  const editor = useInPlace();
  const sourceLabel = mappingSourceLabel(mapping);
  const title = `${sourceLabel} to ${targetWords(mapping.target_field)}`;
  if (editor.opened && onDelete) {
    return (
      <TableRow {...position}>
        <WideCell>
          <MappingEditor
            name={`Edit ${title}`}
            source={source}
            mapping={mapping}
            onSaved={editor.close}
            onClose={editor.close}
          />
        </WideCell>
      </TableRow>
    );
  }
  return (
    <TableRow {...position}>
      <Cell column="source" className={classes.words}>
        <span className="code">{sourceLabel}</span>{' '}
        {missingFrom !== null && <StatusBadge tone="danger">Not in {missingFrom}</StatusBadge>}
      </Cell>
      <Cell column="target">{targetWords(mapping.target_field)}</Cell>
      <Cell column="rules" className={classes.words}>
        {ruleWords(mapping)} {mapping.is_generated && <Chip>Generated</Chip>}
      </Cell>
      {onDelete && (
        <Cell column="actions">
          <RowButton ref={editor.button} aria-label={`Edit ${title}`} onClick={editor.open}>
            Edit
          </RowButton>
          <RowButton danger aria-label={`Delete ${title}`} onClick={() => onDelete(mapping)}>
            Delete
          </RowButton>
        </Cell>
      )}
    </TableRow>
  );
}

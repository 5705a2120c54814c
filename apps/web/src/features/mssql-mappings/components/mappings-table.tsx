import type { FieldMapping } from '@storefleet/contract/mssql';
import { useState } from 'react';
import type { MappingSource } from '../mapping-form.ts';
import { DeleteMappingDialog } from './delete-mapping-dialog.tsx';
import { MappingRow } from './mapping-row.tsx';
import classes from './mappings-table.module.css';

const columns = ['Source column', 'Target field', 'Rules'] as const;

type Props = {
  mappings: readonly FieldMapping[];
  source: MappingSource;
  /** Whether the columns at hand are those of the store's own table. */
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
      <table aria-label="Field mappings" className={classes.table}>
        <thead className={classes.head}>
          <tr className={classes.row}>
            {columns.map((label) => (
              <th key={label} scope="col" className={classes.headCell}>
                {label}
              </th>
            ))}
            {!readOnly && (
              <th scope="col" className={classes.headCell} data-column="actions">
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {mappings.map((mapping) => (
            <MappingRow
              key={mapping.id}
              mapping={mapping}
              source={source}
              missingFrom={known?.has(mapping.source_field.toLowerCase()) === false ? source.table : null}
              onDelete={readOnly ? null : setDeleting}
            />
          ))}
        </tbody>
      </table>
      <DeleteMappingDialog storeId={source.storeId} mapping={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

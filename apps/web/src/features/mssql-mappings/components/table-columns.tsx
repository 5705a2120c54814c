import type { FieldMapping, TableSchemaColumn } from '@storefleet/contract/stores/mssql/mssql';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Absent } from '../../../components/text/absent.tsx';
import { Chip } from '../../../components/text/status-badge.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { mappingsQuery, tableSchemaQuery } from '../api/queries.ts';
import { targetWords } from '../mapping-words.ts';
import classes from './table-panel.module.css';

const NONE: readonly FieldMapping[] = [];

/** A table's columns with their target fields. */
export function TableColumns({ storeId, table }: { storeId: string; table: string }) {
  const api = useApi();
  const schema = useQuery(tableSchemaQuery(api, storeId, table));
  const { data: mappings = NONE } = useQuery(mappingsQuery(api, storeId));

  const columns = useMemo(() => columnsFor(mappings), [mappings]);
  if (schema.error && !schema.data) {
    return <QueryErrorBanner title={`The columns of ${table} could not be read`} query={schema} />;
  }
  return (
    <DataTable
      label={`Columns of ${table}`}
      loading={`Reading the columns of ${table}`}
      place="region"
      fitted
      className={classes.columns}
      columns={columns}
      rows={schema.data}
      keyOf={({ column_name: name }) => name}
    />
  );
}

function columnsFor(mappings: readonly FieldMapping[]): Column<TableSchemaColumn>[] {
  return [
    {
      id: 'column',
      label: 'Column',
      namesRow: true,
      cell: (column) => (
        <span className={classes.name} data-unreadable={!column.is_readable || undefined}>
          <span className="code">{column.column_name}</span>{' '}
          {column.is_primary_key && <Chip>Primary key</Chip>}{' '}
          {!column.is_readable && <Chip>Not readable</Chip>}
        </span>
      ),
    },
    {
      id: 'type',
      label: 'Type',
      look: 'code',
      cell: ({ data_type: type }) => <span className={classes.type}>{type}</span>,
    },
    { id: 'nullable', label: 'Nullable', cell: ({ is_nullable: nullable }) => (nullable ? 'Yes' : 'No') },
    {
      id: 'fills',
      label: 'Fills',
      cell: ({ column_name: name }) => <Targets mappings={mappings} column={name.toLowerCase()} />,
    },
  ];
}

function Targets({ mappings, column }: { mappings: readonly FieldMapping[]; column: string }) {
  const targets = mappings.filter(
    ({ source_field: source, child_table: child }) => child === null && source.toLowerCase() === column,
  );
  if (targets.length === 0) return <Absent what="mapping" />;
  return targets.map((mapping) => (
    <span key={mapping.id} className={classes.target}>
      {targetWords(mapping.target_field)}
    </span>
  ));
}

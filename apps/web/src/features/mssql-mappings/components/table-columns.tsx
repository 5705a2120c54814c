import { Button, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import type { FieldMapping, TableSchemaColumn } from '@storefleet/contract/mssql';
import { useQuery } from '@tanstack/react-query';
import { Absent } from '../../../components/absent.tsx';
import { Banner } from '../../../components/banner.tsx';
import { Chip } from '../../../components/status-badge.tsx';
import { useApi } from '../../../lib/api-context.ts';
import { describeError } from '../../../lib/describe-error.ts';
import { tableSchemaQuery } from '../api/get-table-schema.ts';
import { mappingsQuery } from '../api/list-mappings.ts';
import { targetWords } from '../mapping-words.ts';
import classes from './table-panel.module.css';

/** The columns of a table, with what they fill. */
export function TableColumns({ storeId, table }: { storeId: string; table: string }) {
  const api = useApi();
  const schema = useQuery(tableSchemaQuery(api, storeId, table));
  const mappings = useQuery(mappingsQuery(api, storeId)).data ?? [];

  if (schema.isPending) {
    return (
      <div className={classes.skeletons}>
        <VisuallyHidden role="status">Reading the columns of {table}</VisuallyHidden>
        {[62, 48, 71, 55].map((width) => (
          <Skeleton key={width} height={18} width={`${width}%`} />
        ))}
      </div>
    );
  }
  if (!schema.data) {
    return (
      <Banner tone="danger" title={`The columns of ${table} could not be read`}>
        {describeError(schema.error)}{' '}
        <Button
          variant="default"
          size="compact-xs"
          loading={schema.isFetching}
          onClick={() => void schema.refetch()}
        >
          Retry
        </Button>
      </Banner>
    );
  }
  return (
    <section className={classes.scroll} {...{ 'aria-label': `Columns of ${table}`, tabIndex: 0 }}>
      <Table className={classes.columns} verticalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th>Nullable</Table.Th>
            <Table.Th>Fills</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {schema.data.map((column) => (
            <ColumnRow key={column.column_name} column={column} mappings={mappings} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

type RowProps = { column: TableSchemaColumn; mappings: readonly FieldMapping[] };

function ColumnRow({ column, mappings }: RowProps) {
  const name = column.column_name.toLowerCase();
  const targets = mappings.filter(({ source_field: source }) => source.toLowerCase() === name);
  return (
    <Table.Tr className={column.is_readable ? undefined : classes.unreadable}>
      <Table.Th scope="row">
        <span className={classes.name}>
          <span className="code">{column.column_name}</span>{' '}
          {column.is_primary_key && <Chip>Primary key</Chip>}{' '}
          {!column.is_readable && <Chip>Not readable</Chip>}
        </span>
      </Table.Th>
      <Table.Td className="code">{column.data_type}</Table.Td>
      <Table.Td>{column.is_nullable ? 'Yes' : 'No'}</Table.Td>
      <Table.Td>
        {targets.length === 0 ? (
          <Absent what="mapping" />
        ) : (
          targets.map((mapping) => (
            <span key={mapping.id} className={classes.target}>
              {targetWords(mapping.target_field)}
            </span>
          ))
        )}
      </Table.Td>
    </Table.Tr>
  );
}

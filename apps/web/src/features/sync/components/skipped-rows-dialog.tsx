import { Button, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { formatCount, formatQuantity } from '@storefleet/contract/quantity';
import type { SkippedRowList } from '@storefleet/contract/sync';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useApi } from '../../../lib/api-context.ts';
import { describeError } from '../../../lib/describe-error.ts';
import { SKIPPED_ROWS_PAGE_SIZE, skippedRowsQuery } from '../api/list-skipped-rows.ts';
import classes from './run-findings.module.css';

type Props = {
  storeId: string;
  syncId: string;
  /** How many rows the run skipped; not all of them need be listed. */
  skipped: number;
  onClose: () => void;
};

/** The rows that a run skipped, each by its key and with the reason. */
export function SkippedRowsDialog({ storeId, syncId, skipped, onClose }: Props) {
  const [page, setPage] = useState(1);
  const query = useQuery(skippedRowsQuery(useApi(), storeId, syncId, page));
  const total = query.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / SKIPPED_ROWS_PAGE_SIZE));
  return (
    <Dialog opened title={`${formatQuantity(skipped, 'row')} skipped`} size="44rem" onClose={onClose}>
      <Text c="dimmed" mb="sm">
        They could not be mapped, and are not in this tool’s copy. Put them right in the table, or change the
        mapping, and sync again.
        {total > 0 && skipped > total && ` The first ${formatCount(total)} are listed.`}
      </Text>
      {query.error && (
        <Banner tone="danger" title="The skipped rows could not be read">
          {describeError(query.error)}{' '}
          <Button
            variant="default"
            size="compact-xs"
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Retry
          </Button>
        </Banner>
      )}
      {query.isPending && (
        <>
          <VisuallyHidden role="status">Reading the skipped rows</VisuallyHidden>
          <Skeleton height={160} />
        </>
      )}
      {query.data && <SkippedRows list={query.data} page={page} isStale={query.isPlaceholderData} />}
      <div className={classes.foot}>
        {pages > 1 ? (
          <nav className={classes.pages} aria-label="Pages of skipped rows">
            <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <span role="status">
              Page {page} of {pages}
            </span>
            <Button variant="default" size="xs" disabled={page === pages} onClick={() => setPage(page + 1)}>
              Next
            </Button>
          </nav>
        ) : (
          <span />
        )}
        <Button variant="default" size="xs" data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

type RowsProps = { list: SkippedRowList; page: number; isStale: boolean };

function SkippedRows({ list, page, isStale }: RowsProps) {
  const first = (page - 1) * SKIPPED_ROWS_PAGE_SIZE + 1;
  const rows = list.rows.map((row, index) => ({ ...row, number: first + index }));
  return (
    <section
      className={classes.rows}
      data-stale={isStale || undefined}
      {...{ 'aria-label': 'Skipped rows', tabIndex: 0 }}
    >
      <Table className={classes.table} verticalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Row</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ number, source_key: key, reason }) => (
            <Table.Tr key={number}>
              <Table.Td className="code">{key}</Table.Td>
              <Table.Td>{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

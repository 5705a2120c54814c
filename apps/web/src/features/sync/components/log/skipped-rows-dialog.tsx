import { Button, Text } from '@mantine/core';
import type { SkippedRowList } from '@storefleet/contract/syncs/sync';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Column } from '../../../../components/data-table/columns.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import { PageSteps } from '../../../../components/data-table/paging/page-steps.tsx';
import { PagedFrame, readBy } from '../../../../components/data-table/paging/paged-frame.tsx';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { type Numbered, numbered } from '../../../../lib/numbered.ts';
import { SKIPPED_ROWS_PAGE_SIZE, skippedRowsQuery } from '../../api/queries.ts';
import classes from './run-findings.module.css';

const columns: readonly Column<Numbered<SkippedRowList['rows'][number]>>[] = [
  { id: 'row', label: 'Row', look: 'code', cell: ({ source_key: key }) => key },
  { id: 'reason', label: 'Reason', width: 'minmax(0, 2fr)', cell: ({ reason }) => reason },
];

type Props = {
  storeId: string;
  syncId: string;
  /** How many rows the run skipped, listed or not. */
  skipped: number;
  onClose: () => void;
};

/** The rows that a run skipped, with key and reason. */
export function SkippedRowsDialog({ storeId, syncId, skipped, onClose }: Props) {
  const [page, setPage] = useState(1);
  const query = useQuery(skippedRowsQuery(useApi(), storeId, syncId, page));
  const total = query.data?.total ?? 0;
  const first = (page - 1) * SKIPPED_ROWS_PAGE_SIZE + 1;
  const rows = query.data && numbered(query.data.rows, first);
  const pages = Math.max(1, Math.ceil(total / SKIPPED_ROWS_PAGE_SIZE));
  return (
    <Dialog opened title={`${formatQuantity(skipped, 'row')} skipped`} size="44rem" onClose={onClose}>
      <Text c="dimmed" mb="sm">
        They could not be mapped, and are not in this tool’s copy. Correct them in the table, or change the
        mapping, and sync again.
        {total > 0 && skipped > total && ` The first ${formatCount(total)} are listed.`}
      </Text>
      <PagedFrame
        total={query.data?.total}
        shown={rows?.length ?? 0}
        {...readBy(query, 'The skipped rows could not be read')}
        noun="rows"
        empty={null}
      >
        <DataTable
          label="Skipped rows"
          loading="Reading the skipped rows"
          place="region"
          columns={columns}
          rows={rows}
          keyOf={({ number }) => String(number)}
          stale={query.isPlaceholderData}
        />
      </PagedFrame>
      <div className={classes.foot}>
        <PageSteps name="Pages of skipped rows" page={page} pages={pages} onPage={setPage} />
        <Button variant="default" size="xs" data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

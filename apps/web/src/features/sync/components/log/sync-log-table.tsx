import { UnstyledButton } from '@mantine/core';
import { SYNC_METHOD_LABELS } from '@storefleet/contract/constants';
import type { CatalogueCount, SyncLog } from '@storefleet/contract/syncs/sync';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { Column } from '../../../../components/data-table/columns.ts';
import { DataTable } from '../../../../components/data-table/data-table.tsx';
import { Cell, TableRow, WideCell } from '../../../../components/data-table/table-row.tsx';
import { Absent } from '../../../../components/text/absent.tsx';
import { Field, FieldList } from '../../../../components/text/field-list.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../../components/text/status-badge.tsx';
import { formatDateTime, formatDuration } from '../../../../lib/format/format-time.ts';
import { durationOf, runLabel, runTone, triggerLabels } from '../../sync-log.ts';
import { changesProof } from '../../sync-words.ts';
import { Findings, hasFindings } from './run-findings.tsx';
import classes from './sync-log.module.css';

const countColumns = (['created', 'updated', 'unchanged', 'removed'] as const).map(
  (kind): Column<SyncLog> => ({
    id: kind,
    label: kind.charAt(0).toUpperCase() + kind.slice(1),
    align: 'end',
    look: 'number',
    cell: ({ counts }) => formatCount(counts[kind]),
  }),
);

const columns: readonly Column<SyncLog>[] = [
  { id: 'started', label: 'Started' },
  {
    id: 'status',
    label: 'Status',
    cell: (run) => (
      <StatusBadge tone={runTone(run)} pulsing={run.status === 'in_progress'}>
        {runLabel(run)}
      </StatusBadge>
    ),
  },
  { id: 'method', label: 'Method', cell: methodWords },
  { id: 'trigger', label: 'Trigger', cell: ({ trigger }) => triggerLabels[trigger] },
  {
    id: 'duration',
    label: 'Duration',
    align: 'end',
    look: 'number',
    cell: (run) => {
      const duration = durationOf(run);
      return duration === null ? <Absent what="duration yet" /> : formatDuration(duration);
    },
  },
  ...countColumns,
];

/** Undefined while loading. */
export function SyncLogTable({ runs }: { runs: readonly SyncLog[] | undefined }) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <DataTable
      label="Sync runs"
      loading="Loading the sync log"
      place="region"
      fitted
      className={classes.table}
      columns={columns}
      rows={runs}
      keyOf={({ id }) => id}
    >
      {(run, position) => {
        const isOpen = run.id === opened;
        return (
          <>
            <TableRow {...position} className={classes.run}>
              <Cell column="started">
                <UnstyledButton
                  className={classes.toggle}
                  aria-expanded={isOpen}
                  onClick={() => setOpened(isOpen ? null : run.id)}
                >
                  <IconChevronRight size={14} aria-hidden className={classes.chevron} />
                  <RelativeTime value={run.started_at} />
                </UnstyledButton>
              </Cell>
              {columns.slice(1).map(({ id, cell }) => (
                <Cell key={id} column={id}>
                  {cell?.(run)}
                </Cell>
              ))}
            </TableRow>
            {isOpen && (
              <TableRow {...position} joined>
                <WideCell className={classes.details}>
                  <RunDetails run={run} />
                </WideCell>
              </TableRow>
            )}
          </>
        );
      }}
    </DataTable>
  );
}

function RunDetails({ run }: { run: SyncLog }) {
  return (
    <div className={classes.detailsBody}>
      <FieldList>
        <Field label="Started">{formatDateTime(run.started_at)}</Field>
        <Field label="Completed">{run.completed_at && formatDateTime(run.completed_at)}</Field>
        <Field label="Changes since">{run.changes_since && formatDateTime(run.changes_since)}</Field>
        <Field label="Proved">{changesProof(run)}</Field>
        <Field label="Message">{run.message}</Field>
        <Field label="Error">{run.error_message}</Field>
        <Field label="Pages read">{formatCount(run.pages_fetched)}</Field>
        <Field label="Not found at the store">
          {run.counts.held_back > 0 &&
            `${formatQuantity(run.counts.held_back, 'product')}, kept for a decision`}
        </Field>
        <Field label="The source has">{run.source_count && countWords(run.source_count)}</Field>
        <Field label="Stored">{run.stored_count && countWords(run.stored_count)}</Field>
        <Field label="Sync id" code>
          {run.id}
        </Field>
      </FieldList>
      {hasFindings(run) && <Findings run={run} />}
    </div>
  );
}

function methodWords({ method, scope }: SyncLog): string {
  return scope === 'changes' ? `${SYNC_METHOD_LABELS[method]}, changes` : SYNC_METHOD_LABELS[method];
}

function countWords({ products, variants }: CatalogueCount): string {
  const words = formatQuantity(products, 'product');
  return variants === null ? words : `${words} · ${formatQuantity(variants, 'variant')}`;
}

import { Table, UnstyledButton } from '@mantine/core';
import { SYNC_METHOD_LABELS } from '@storefleet/contract/constants';
import { formatCount, formatQuantity } from '@storefleet/contract/quantity';
import type { CatalogueCount, SyncLog } from '@storefleet/contract/sync';
import { IconChevronRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { Absent } from '../../../components/absent.tsx';
import { Field, FieldList } from '../../../components/field-list.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { formatDateTime, formatDuration } from '../../../lib/format-time.ts';
import { durationOf, runLabel, runTone, triggerLabels } from '../sync-log.ts';
import { Findings, hasFindings } from './run-findings.tsx';
import classes from './sync-log.module.css';

/** A region that scrolls must be within reach of the keyboard. */
const scrollRegion = { 'aria-label': 'Sync runs', tabIndex: 0 };

const COLUMNS = 9;

export function SyncLogTable({ runs }: { runs: readonly SyncLog[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <section className={classes.scroll} {...scrollRegion}>
      <Table className={`${classes.table} tabular`} verticalSpacing={6} aria-label="Sync runs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Started</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Method</Table.Th>
            <Table.Th>Trigger</Table.Th>
            <Table.Th className={classes.number}>Duration</Table.Th>
            <Table.Th className={classes.number}>Created</Table.Th>
            <Table.Th className={classes.number}>Updated</Table.Th>
            <Table.Th className={classes.number}>Unchanged</Table.Th>
            <Table.Th className={classes.number}>Removed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => {
            const isOpen = run.id === opened;
            return (
              <Fragment key={run.id}>
                <RunRow run={run} isOpen={isOpen} onToggle={() => setOpened(isOpen ? null : run.id)} />
                {isOpen && (
                  <Table.Tr>
                    <Table.Td colSpan={COLUMNS} className={classes.details}>
                      <RunDetails run={run} />
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}

type RowProps = { run: SyncLog; isOpen: boolean; onToggle: () => void };

function RunRow({ run, isOpen, onToggle }: RowProps) {
  const duration = durationOf(run);
  const { created, updated, unchanged, removed } = run.counts;
  return (
    <Table.Tr>
      <Table.Td>
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <IconChevronRight size={14} aria-hidden className={classes.chevron} />
          <RelativeTime value={run.started_at} />
        </UnstyledButton>
      </Table.Td>
      <Table.Td>
        <StatusBadge tone={runTone(run)} pulsing={run.status === 'in_progress'}>
          {runLabel(run)}
        </StatusBadge>
      </Table.Td>
      <Table.Td>{SYNC_METHOD_LABELS[run.method]}</Table.Td>
      <Table.Td>{triggerLabels[run.trigger]}</Table.Td>
      <Table.Td className={classes.number}>
        {duration === null ? <Absent what="duration yet" /> : formatDuration(duration)}
      </Table.Td>
      <Table.Td className={classes.number}>{formatCount(created)}</Table.Td>
      <Table.Td className={classes.number}>{formatCount(updated)}</Table.Td>
      <Table.Td className={classes.number}>{formatCount(unchanged)}</Table.Td>
      <Table.Td className={classes.number}>{formatCount(removed)}</Table.Td>
    </Table.Tr>
  );
}

function RunDetails({ run }: { run: SyncLog }) {
  return (
    <div className={classes.detailsBody}>
      <FieldList>
        <Field label="Started">{formatDateTime(run.started_at)}</Field>
        {run.completed_at && <Field label="Completed">{formatDateTime(run.completed_at)}</Field>}
        {run.message && <Field label="Message">{run.message}</Field>}
        {run.error_message && <Field label="Error">{run.error_message}</Field>}
        <Field label="Pages read">{formatCount(run.pages_fetched)}</Field>
        {run.counts.held_back > 0 && (
          <Field label="Not found at the store">
            {formatQuantity(run.counts.held_back, 'product')}, kept for a decision
          </Field>
        )}
        {run.source_count && <Field label="The source has">{countWords(run.source_count)}</Field>}
        {run.stored_count && <Field label="Stored">{countWords(run.stored_count)}</Field>}
        <Field label="Sync id">
          <span className="code">{run.id}</span>
        </Field>
      </FieldList>
      {hasFindings(run) && <Findings run={run} />}
    </div>
  );
}

function countWords({ products, variants }: CatalogueCount): string {
  const words = formatQuantity(products, 'product');
  return variants === null ? words : `${words} · ${formatQuantity(variants, 'variant')}`;
}

import { Button, Collapse } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { SYNC_METHOD_LABELS, SYNC_STATUS_LABELS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconChevronRight, IconPlayerStop, IconRestore } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ConfirmedButton } from '../../../components/dialogs/confirmed-button.tsx';
import { announce } from '../../../components/feedback/announce.ts';
import { Field, FieldList } from '../../../components/text/field-list.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatDateTime, formatDuration } from '../../../lib/format/format-time.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import { useForceStop, useResetSync } from '../api/changes.ts';
import { isSyncing } from '../sync-state.ts';
import { changesProof, syncTone } from '../sync-words.ts';
import { RunFindings } from './log/run-findings.tsx';
import classes from './sync-section.module.css';
import { SyncCounts, SyncOutcome, SyncProgressBar } from './sync-summary.tsx';

type Props = {
  status: SyncStatus;
  storeName: string;
  /** What can be done about a failure. */
  remedy?: ReactNode;
};

/** The full status of a store's sync, with its actions. */
export function SyncSection({ status, storeName, remedy = null }: Props) {
  const syncing = isSyncing(status);
  const [detailsOpened, details] = useDisclosure(false);
  const proof = changesProof(status);
  return (
    <div className={classes.section}>
      <section className={classes.line} aria-label="Sync status">
        <StatusBadge tone={syncTone(status)} pulsing={syncing}>
          {SYNC_STATUS_LABELS[syncing ? 'in_progress' : status.status]}
        </StatusBadge>
        {syncing && (
          <span className="muted tabular">
            <SyncCounts status={status} />
            {status.started_at && <Elapsed since={status.started_at} />}
          </span>
        )}
      </section>
      {syncing && <SyncProgressBar status={status} />}
      <SyncOutcome status={status} />
      {!syncing && proof !== null && <p className={classes.proof}>{proof}</p>}
      {!syncing && remedy}
      {!syncing && status.sync_id !== null && (
        <RunFindings storeId={status.store_id} syncId={status.sync_id} />
      )}
      <div className={classes.actions}>
        <Permitted call="sync.forceStop">
          {syncing && <ForceStopButton status={status} storeName={storeName} />}
          {(status.can_reset || status.force_stopped) && (
            <ResetButton storeId={status.store_id} storeName={storeName} />
          )}
        </Permitted>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.detailsButton}
          leftSection={<IconChevronRight size={14} aria-hidden className={classes.chevron} />}
          aria-expanded={detailsOpened}
          onClick={details.toggle}
        >
          Sync details
        </Button>
      </div>
      <Collapse expanded={detailsOpened}>
        <SyncDetails status={status} />
      </Collapse>
    </div>
  );
}

function Elapsed({ since }: { since: string }) {
  const now = useNow(1_000);
  return <> · {formatDuration(now - Date.parse(since))}</>;
}

function SyncDetails({ status }: { status: SyncStatus }) {
  return (
    <FieldList>
      <Field label="Sync id" code={status.sync_id !== null}>
        {status.sync_id ?? '–'}
      </Field>
      <Field label="Method">{status.method && SYNC_METHOD_LABELS[status.method]}</Field>
      <Field label="Started">{timeOrDash(status.started_at)}</Field>
      <Field label="Completed">{timeOrDash(status.completed_at)}</Field>
      <Field label="Total products">{formatCount(status.total_products)}</Field>
      <Field label="Processed">{formatCount(status.processed_products)}</Field>
      <Field label="Last successful sync">
        {status.last_sync_at ? formatDateTime(status.last_sync_at) : messages.storeDetail.neverSynced}
      </Field>
      <Field label="Last sync of changes">{timeOrDash(status.last_changes_at)}</Field>
      <Field label="Message">{status.message}</Field>
      <Field label="Error">{status.error_message}</Field>
    </FieldList>
  );
}

function timeOrDash(value: string | null): string {
  return value ? formatDateTime(value) : '–';
}

function ForceStopButton({ status, storeName }: { status: SyncStatus; storeName: string }) {
  const stop = useForceStop(status.store_id);
  return (
    <ConfirmedButton
      label={stop.isPending ? 'Stopping…' : 'Force Stop Sync'}
      button={{
        c: 'var(--sf-danger-text)',
        leftSection: <IconPlayerStop size={14} aria-hidden />,
        loading: stop.isPending,
      }}
      title={`Force stop the sync of ${storeName}?`}
      confirmLabel="Force stop"
      tone="danger"
      change={stop}
      variables={undefined}
      failed={messages.sync.forceStopFailed}
      effect="What has been read so far stays. Nothing is removed."
    >
      {messages.sync.confirmForceStop}
    </ConfirmedButton>
  );
}

function ResetButton({ storeId, storeName }: { storeId: string; storeName: string }) {
  return (
    <ConfirmedButton
      label="Reset Sync Status"
      button={{ leftSection: <IconRestore size={14} aria-hidden /> }}
      title={`Reset the sync status of ${storeName}?`}
      confirmLabel="Reset status"
      change={useResetSync(storeId, announce)}
      variables={undefined}
      failed={messages.sync.resetFailed}
      effect="The status goes back to Idle with no progress. No product is touched."
    >
      {messages.sync.confirmReset}
    </ConfirmedButton>
  );
}

import { Button, Collapse, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { SYNC_METHOD_LABELS, SYNC_STATUS_LABELS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconChevronRight, IconPlayerStop, IconRestore } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx';
import { Field, FieldList } from '../../../components/text/field-list.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatDateTime, formatDuration } from '../../../lib/format/format-time.ts';
import { useForceStop } from '../api/force-stop.ts';
import { useResetSync } from '../api/reset-sync.ts';
import { isSyncing } from '../sync-state.ts';
import { syncTone } from '../sync-words.ts';
import { RunFindings } from './log/run-findings.tsx';
import classes from './sync-section.module.css';
import { SyncCounts, SyncOutcome, SyncProgressBar } from './sync-summary.tsx';

type Props = {
  status: SyncStatus;
  storeName: string;
  /** What can be done about how it ended. */
  remedy?: ReactNode;
};

/** How the sync of a store stands in full, and what can be done about it. */
export function SyncSection({ status, storeName, remedy = null }: Props) {
  const syncing = isSyncing(status);
  const [detailsOpened, details] = useDisclosure(false);
  return (
    <div className={classes.section}>
      <section className={classes.line} aria-label="Sync status">
        <StatusBadge tone={syncTone(status)} pulsing={syncing}>
          {SYNC_STATUS_LABELS[syncing ? 'in_progress' : status.status]}
        </StatusBadge>
        {syncing && (
          <span className={classes.counts}>
            <SyncCounts status={status} />
            {status.started_at && <Elapsed since={status.started_at} />}
          </span>
        )}
      </section>
      {syncing && <SyncProgressBar status={status} />}
      <SyncOutcome status={status} />
      {!syncing && remedy}
      {!syncing && status.sync_id !== null && (
        <RunFindings storeId={status.store_id} syncId={status.sync_id} />
      )}
      <div className={classes.actions}>
        {syncing && <ForceStopButton status={status} storeName={storeName} />}
        {(status.can_reset || status.force_stopped) && (
          <ResetButton storeId={status.store_id} storeName={storeName} />
        )}
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
      <Field label="Sync id">{status.sync_id ? <span className="code">{status.sync_id}</span> : '–'}</Field>
      {status.method && <Field label="Method">{SYNC_METHOD_LABELS[status.method]}</Field>}
      <Field label="Started">{timeOrDash(status.started_at)}</Field>
      <Field label="Completed">{timeOrDash(status.completed_at)}</Field>
      <Field label="Total products">{formatCount(status.total_products)}</Field>
      <Field label="Processed">{formatCount(status.processed_products)}</Field>
      <Field label="Last successful sync">
        {status.last_sync_at ? formatDateTime(status.last_sync_at) : messages.storeDetail.neverSynced}
      </Field>
      {status.message && <Field label="Message">{status.message}</Field>}
      {status.error_message && <Field label="Error">{status.error_message}</Field>}
    </FieldList>
  );
}

function timeOrDash(value: string | null): string {
  return value ? formatDateTime(value) : '–';
}

function ForceStopButton({ status, storeName }: { status: SyncStatus; storeName: string }) {
  const [asking, setAsking] = useState(false);
  const stop = useForceStop(status.store_id);
  const stopping = stop.isPending || stop.isSuccess;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        c="var(--sf-danger-text)"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        loading={stop.isPending}
        onClick={() => setAsking(true)}
      >
        {stopping ? 'Stopping…' : 'Force Stop Sync'}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Force stop the sync of ${storeName}?`}
        confirmLabel="Force stop"
        tone="danger"
        pending={stop.isPending}
        error={stop.error && messages.sync.forceStopFailed(describeError(stop.error))}
        onCancel={() => {
          stop.reset();
          setAsking(false);
        }}
        onConfirm={() => stop.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <Text>{messages.sync.confirmForceStop}</Text>
        <Text c="dimmed" mt="xs">
          What has been read so far stays. Nothing is removed.
        </Text>
      </ConfirmDialog>
    </>
  );
}

function ResetButton({ storeId, storeName }: { storeId: string; storeName: string }) {
  const [asking, setAsking] = useState(false);
  const reset = useResetSync(storeId, (message) => {
    setAsking(false);
    notifications.show({ color: 'green', message });
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRestore size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Reset Sync Status
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Reset the sync status of ${storeName}?`}
        confirmLabel="Reset status"
        pending={reset.isPending}
        error={reset.error && messages.sync.resetFailed(describeError(reset.error))}
        onCancel={() => {
          reset.reset();
          setAsking(false);
        }}
        onConfirm={() => reset.mutate()}
      >
        <Text>{messages.sync.confirmReset}</Text>
        <Text c="dimmed" mt="xs">
          The status goes back to Idle with no progress. No product is touched.
        </Text>
      </ConfirmDialog>
    </>
  );
}

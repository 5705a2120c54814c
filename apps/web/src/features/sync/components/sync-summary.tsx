import { Progress, Skeleton } from '@mantine/core';
import { SYNC_STATUS_LABELS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { hasTotal, isSyncing, syncPercent } from '../sync-state.ts';
import { describePause, describeStage, isPlainSuccess, syncTone } from '../sync-words.ts';
import classes from './sync-summary.module.css';

/** The sync status for a card. `remedy`: what can be done about a failure. */
export function SyncSummary({ status, remedy = null }: { status: SyncStatus; remedy?: ReactNode }) {
  const syncing = isSyncing(status);
  return (
    <div className={classes.root}>
      <div className={classes.line}>
        <SyncBadge status={status} />
        <span className="muted tabular">
          {syncing ? (
            <SyncCounts status={status} />
          ) : (
            <>
              Last synced:{' '}
              {status.last_sync_at ? (
                <RelativeTime value={status.last_sync_at} />
              ) : (
                messages.storeDetail.neverSynced
              )}
              {status.last_changes_at !== null && status.last_changes_at > (status.last_sync_at ?? '') && (
                <>
                  , changes <RelativeTime value={status.last_changes_at} />
                </>
              )}
            </>
          )}
        </span>
      </div>
      {syncing && <SyncProgressBar status={status} />}
      <SyncOutcome status={status} />
      {!syncing && remedy}
    </div>
  );
}

/** The same for a table cell, without a sentence for success. */
export function SyncState({ status }: { status: SyncStatus }) {
  const syncing = isSyncing(status);
  return (
    <>
      <SyncBadge status={status} />
      {syncing && <SyncProgressBar status={status} />}
      {(status.status !== 'completed' || !isPlainSuccess(status)) && <SyncOutcome status={status} />}
    </>
  );
}

function SyncBadge({ status }: { status: SyncStatus }) {
  const syncing = isSyncing(status);
  return (
    <StatusBadge tone={syncTone(status)} pulsing={syncing}>
      {SYNC_STATUS_LABELS[syncing ? 'in_progress' : status.status]}
    </StatusBadge>
  );
}

export function SyncProgressBar({ status }: { status: SyncStatus }) {
  const known = hasTotal(status);
  return (
    <div className={classes.progress}>
      <Progress.Root size={6} radius="xl">
        <Progress.Section
          value={known ? syncPercent(status) : 100}
          animated={!known}
          striped={!known}
          aria-label="Sync progress"
        />
      </Progress.Root>
      {known && <span className={classes.percent}>{syncPercent(status)}%</span>}
    </div>
  );
}

/** "1,204 of 5,000 products", or the current step until there is a count. */
export function SyncCounts({ status }: { status: SyncStatus }) {
  if (status.scope === 'changes' && status.processed_products > 0) {
    return `${formatQuantity(status.processed_products, 'product')} read`;
  }
  if (!hasCounts(status)) return describeStage(status);
  return `${formatCount(status.processed_products)} of ${formatCount(status.total_products)} products`;
}

function hasCounts(status: SyncStatus): boolean {
  return hasTotal(status) && status.processed_products > 0;
}

/** How the last run ended, with the reason if it failed. */
export function SyncOutcome({ status }: { status: SyncStatus }) {
  if (isSyncing(status)) {
    const pause = hasCounts(status) ? describePause(status) : null;
    return pause && <p className={classes.note}>{pause}</p>;
  }
  if (status.status === 'failed') {
    return (
      <p className={classes.note} data-tone="danger">
        {messages.sync.failed}
        {status.error_message && `: ${status.error_message}`}
      </p>
    );
  }
  if (status.status === 'completed') {
    return (
      <p className={classes.note} data-tone={isPlainSuccess(status) ? undefined : 'warning'}>
        {status.message ?? messages.sync.completed}
      </p>
    );
  }
  return null;
}

export function SyncSummarySkeleton() {
  return <Skeleton height={20} width="60%" />;
}

import { messages } from '@storefleet/contract/messages';
import type { SyncLog, SyncStatus } from '@storefleet/contract/syncs/sync';
import { mayBeReset, progressOf } from './runs/run-state.ts';
import type { StoreSyncState } from './runs/store-sync-state.repository.ts';
import type { LoggedRun, SyncRun } from './runs/sync-run.repository.ts';

/** What a store without a run shows: before its first sync, and after a reset. */
const IDLE = {
  sync_id: null,
  status: 'idle',
  message: null,
  progress: 0,
  processed_products: 0,
  total_products: 0,
  started_at: null,
  completed_at: null,
  error_message: null,
  error_kind: null,
  method: null,
  stage: null,
  waiting_until: null,
  waiting_reason: null,
} as const satisfies Partial<SyncStatus>;

export function toSyncStatus(state: StoreSyncState, now: Date): SyncStatus {
  return {
    store_id: state.storeId,
    ...(state.run === null ? IDLE : ofRun(state.run, state.heldBack)),
    last_sync_at: state.lastSyncAt?.toISOString() ?? null,
    force_stopped: state.forceStopped,
    held_back: state.heldBack,
    can_reset: mayBeReset({ run: state.run, force_stopped: state.forceStopped }, now),
  };
}

function ofRun(run: SyncRun, awaiting: number) {
  const inProgress = run.status === 'in_progress';
  return {
    sync_id: run.id,
    status: run.status,
    message: messageOf(run, awaiting),
    progress: progressOf(run),
    processed_products: run.processed_products,
    total_products: run.total_products,
    started_at: (run.started_at ?? run.created_at).toISOString(),
    completed_at: run.completed_at?.toISOString() ?? null,
    error_message: run.error_message,
    error_kind: run.error_kind,
    method: run.method,
    stage: inProgress ? run.stage : null,
    waiting_until: run.waiting_until?.toISOString() ?? null,
    waiting_reason: run.waiting_reason,
  };
}

/** What was held back may have been decided since the run ended. */
function messageOf(run: SyncRun, awaiting: number): string | null {
  if (run.status !== 'completed' || run.held_back_count === 0) return run.message;
  const { gaps, skipped_count: skippedRows } = run;
  return messages.sync.completedWith({ gaps: gaps.length > 0, heldBack: awaiting, skippedRows });
}

export function toSyncLog(run: LoggedRun): SyncLog {
  return {
    id: run.id,
    store_id: run.store_id,
    method: run.method,
    trigger: run.trigger,
    status: run.status,
    message: messageOf(run, run.awaiting),
    started_at: (run.started_at ?? run.created_at).toISOString(),
    completed_at: run.completed_at?.toISOString() ?? null,
    pages_fetched: run.pages,
    counts: {
      created: run.created_count,
      updated: run.updated_count,
      unchanged: run.unchanged_count,
      removed: run.removed_count,
      held_back: run.held_back_count,
    },
    source_count: countOf(run.source_products, run.source_variants),
    stored_count: countOf(run.stored_products, run.stored_variants),
    gaps: run.gaps,
    skipped_rows: run.skipped_count,
    notices: run.notices,
    error_message: run.error_message,
  };
}

function countOf(products: number | null, variants: number | null) {
  return products === null ? null : { products, variants };
}

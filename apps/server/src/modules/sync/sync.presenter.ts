import { messages } from '@storefleet/contract/messages';
import type { SyncLog, SyncStatus } from '@storefleet/contract/syncs/sync';
import { mayBeReset, progressOf, secondsLeft } from './runs/run-state.ts';
import type { StoreSyncState } from './runs/store-sync-state.repository.ts';
import type { LoggedRun, SyncRun } from './runs/sync-run.repository.ts';

/** A store without a run is idle: before its first sync, and after a reset. */
export function toSyncStatus(state: StoreSyncState, now: Date): SyncStatus {
  const { run, forceStopped, heldBack, lastSyncAt, changesAt, changesMark, fullDue } = state;
  return {
    store_id: state.storeId,
    sync_id: run?.id ?? null,
    status: run?.status ?? 'idle',
    message: run && messageOf(run, heldBack),
    progress: run ? progressOf(run) : 0,
    processed_products: run?.processed_products ?? 0,
    total_products: run?.total_products ?? 0,
    started_at: run && startOf(run),
    completed_at: run?.completed_at?.toISOString() ?? null,
    error_message: run?.error_message ?? null,
    error_kind: run?.error_kind ?? null,
    method: run?.method ?? null,
    stage: run?.status === 'in_progress' ? run.stage : null,
    seconds_left: run?.status === 'in_progress' ? secondsLeft(run) : null,
    waiting_until: run?.waiting_until?.toISOString() ?? null,
    waiting_reason: run?.waiting_reason ?? null,
    last_sync_at: lastSyncAt?.toISOString() ?? null,
    last_changes_at: changesAt?.toISOString() ?? null,
    scope: run?.scope ?? null,
    changes_since: run?.since?.toISOString() ?? null,
    can_sync_changes: changesMark !== null,
    full_sync_due: fullDue,
    force_stopped: forceStopped,
    held_back: heldBack,
    can_reset: mayBeReset(state, now),
  };
}

const startOf = (run: SyncRun) => (run.started_at ?? run.created_at).toISOString();

/** Held-back removals may have been decided since the run ended. */
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
    scope: run.scope,
    changes_since: run.since?.toISOString() ?? null,
    trigger: run.trigger,
    status: run.status,
    message: messageOf(run, run.awaiting),
    started_at: startOf(run),
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

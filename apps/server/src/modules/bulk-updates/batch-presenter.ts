import { type EditableAttribute, inOrder } from '@storefleet/contract/attributes/attributes';
import {
  BULK_UPDATE_PREVIEW_KEPT_MS,
  BULK_UPDATE_WARNINGS,
  type BulkUpdateWarningCode,
  DEFAULT_CURRENCY,
  PLAN_SUBMITTED_KEPT_DAYS,
} from '@storefleet/contract/constants';
import type {
  BulkUpdateBatch,
  BulkUpdateError,
  BulkUpdateResult,
  BulkUpdateStore,
  BulkUpdateWait,
} from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import type { GuardRailFinding } from '@storefleet/contract/edits/guard-rails';
import { messages } from '@storefleet/contract/messages';
import type { Person } from '@storefleet/contract/people/person';
import { valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import { toOverride } from '../guard-rails/override.ts';
import type { BatchRow, ItemRow, StoreBatchRow, StoredBatch } from './bulk-updates.repository.ts';
import { toSubmission } from './decision.ts';
import { itemName } from './item-name.ts';
import { countedTitle, titleOf } from './plan/batch-title.ts';
import { toPlanSchedule } from './plan-schedule.ts';
import { attributesOf } from './values/changes.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Plans of a later version may have others, which this one has no words for. */
const isKnownWarning = (code: BulkUpdateWarningCode) => BULK_UPDATE_WARNINGS.includes(code);

/**
 * A batch for an answer; for a plan, `brokenAsWhole` has the guard rails that it would break if applied now.
 */
export function toBulkUpdateBatch(
  stored: StoredBatch,
  brokenAsWhole: readonly GuardRailFinding[] = [],
): BulkUpdateBatch {
  const { batch, storeBatches, problems } = stored;
  const sum = (name: keyof Counts) => storeBatches.reduce((total, storeBatch) => total + storeBatch[name], 0);
  const counts = {
    total: sum('total') + batch.unplaced,
    succeeded: sum('succeeded'),
    failed: sum('failed') + batch.unplaced,
    unchanged: sum('unchanged'),
    cancelled: sum('cancelled'),
    left_out: sum('left_out'),
  };
  return {
    batch_id: batch.id,
    status: batch.status,
    origin: batch.origin,
    undoes_batch_id: batch.undoes_batch_id,
    title: titleOfBatch(stored),
    note: batch.note,
    attributes: batch.attributes,
    requested_by: toPerson(batch),
    progress: progressOf(batch, counts),
    ...counts,
    cancelling: batch.status === 'in_progress' && batch.cancel_requested_at !== null,
    errors: problems.map(toBulkUpdateError),
    stores: storeBatches.map(toBulkUpdateStore),
    warnings: batch.warnings.filter(({ code }) => isKnownWarning(code)),
    guard_rails: [...batch.guard_rails, ...brokenAsWhole],
    override: toOverride(batch),
    submission: toSubmission(batch),
    schedule: toPlanSchedule(batch.schedule),
    import_report: batch.import_report,
    items_removed_at: batch.items_removed_at?.toISOString() ?? null,
    created_at: batch.created_at.toISOString(),
    started_at: batch.started_at?.toISOString() ?? null,
    completed_at: batch.completed_at?.toISOString() ?? null,
    expires_at: batch.status === 'planned' ? (previewExpiry(batch)?.toISOString() ?? null) : null,
  };
}

/** What it will change, or changed; failed and left-out rows are not counted. */
function titleOfBatch({ batch, storeBatches, definitionOf }: StoredBatch): string {
  const rowsOf = ({ total, failed, unchanged, cancelled, left_out }: StoreBatchRow) =>
    total - failed - unchanged - cancelled - left_out;
  const changed = storeBatches.map(rowsOf).filter((rows) => rows > 0);
  const rows = changed.reduce((sum, count) => sum + count, 0);
  const title = titleOf({ ...batch, fileName: batch.import_report?.file_name ?? null, definitionOf });
  return rows === 0 ? title : countedTitle(title, rows, changed.length, batch.attributes);
}

/** When an unapplied preview expires; null while it waits for its time. Must match `plan/expiry.ts`. */
export function previewExpiry({
  created_at,
  submitted_at,
  schedule,
}: Pick<BatchRow, 'created_at' | 'submitted_at' | 'schedule'>): Date | null {
  if (schedule?.status === 'scheduled') return null;
  const kept = [created_at.getTime() + BULK_UPDATE_PREVIEW_KEPT_MS];
  if (submitted_at !== null) kept.push(submitted_at.getTime() + PLAN_SUBMITTED_KEPT_DAYS * DAY_MS);
  if (schedule?.settled_at) kept.push(Date.parse(schedule.settled_at) + PLAN_SUBMITTED_KEPT_DAYS * DAY_MS);
  return new Date(Math.max(...kept));
}

/** The answer of the specification's own call. */
export function toBulkUpdateResult(batch: BulkUpdateBatch): BulkUpdateResult {
  const { batch_id, succeeded, failed, unchanged, errors } = batch;
  return { success: failed === 0, succeeded, failed, unchanged, errors, batch_id };
}

function toPerson(batch: BatchRow): Person | null {
  if (batch.requested_by === null) return null;
  return {
    id: batch.requested_by,
    name: batch.requested_by_name,
    email: batch.requested_by_email ?? '',
  };
}

type Counts = Pick<
  BulkUpdateBatch,
  'total' | 'succeeded' | 'failed' | 'unchanged' | 'cancelled' | 'left_out'
>;

/** In tenths of a percent; 100 only when everything is done. */
function progressOf(batch: BatchRow, { total, succeeded, failed, unchanged, cancelled }: Counts): number {
  if (batch.status === 'planned') return 0;
  if (batch.status !== 'in_progress' || total === 0) return 100;
  return Math.floor(((succeeded + failed + unchanged + cancelled) / total) * 1_000) / 10;
}

function toBulkUpdateStore(storeBatch: StoreBatchRow): BulkUpdateStore {
  return {
    store_id: storeBatch.store_id,
    store_name: storeBatch.store_name,
    store_currency: storeBatch.store_currency ?? DEFAULT_CURRENCY,
    status: storeBatch.status,
    total: storeBatch.total,
    succeeded: storeBatch.succeeded,
    failed: storeBatch.failed,
    unchanged: storeBatch.unchanged,
    cancelled: storeBatch.cancelled,
    left_out: storeBatch.left_out,
    waiting_until: storeBatch.waiting_until?.toISOString() ?? null,
    waiting: waitOf(storeBatch),
    seconds_left:
      storeBatch.status === 'done' || storeBatch.seconds_left === null
        ? null
        : Math.ceil(storeBatch.seconds_left),
    amounts: storeBatch.amounts,
  };
}

const SECONDS_PER_MINUTE = 60;

/** What a running store batch is waiting for. */
function waitOf(storeBatch: StoreBatchRow): BulkUpdateWait | null {
  if (storeBatch.status !== 'in_progress') return null;
  const nothing = { until: null, batch_ids: [], seconds_left: null };
  const until = storeBatch.waiting_until?.toISOString() ?? null;
  if (until !== null || storeBatch.waiting_reason !== null) {
    return {
      ...nothing,
      for: 'store',
      message: messages.bulkUpdates.waitsForStore(storeBatch.waiting_reason),
      until,
    };
  }
  if (storeBatch.is_held) return null;
  if (storeBatch.holders.length === 0)
    return { ...nothing, for: 'worker', message: messages.bulkUpdates.waitsForWorker };
  const known = storeBatch.holders.flatMap(({ seconds_left }) => seconds_left ?? []);
  const secondsLeft = known.length === 0 ? null : Math.ceil(Math.max(...known));
  const minutes = secondsLeft === null ? null : Math.ceil(secondsLeft / SECONDS_PER_MINUTE);
  const count = storeBatch.blocked_count ?? storeBatch.holders.length;
  return {
    for: 'products',
    message: messages.bulkUpdates.waitsForProducts(
      count === 1 ? 'a product' : `${count.toLocaleString('en-US')} products`,
      minutes,
    ),
    until: null,
    batch_ids: [...new Set(storeBatch.holders.map(({ batch_id }) => batch_id))],
    seconds_left: secondsLeft,
  };
}

function toBulkUpdateError(item: ItemRow): BulkUpdateError {
  const attribute = attributeOfProblem(item);
  const change = attribute === null ? undefined : item.changes[attribute];
  const isConflict = item.status === 'conflict' && attribute !== null && change !== undefined;
  const name = itemName(item);
  const sentence = item.error ?? 'It could not be updated.';
  return {
    error: name === null ? sentence : `${name}: ${sentence}`,
    store_id: item.store_id,
    product_id: item.product_id,
    variant_id: item.variant_id,
    attribute,
    conflict: isConflict ? { based_on: change.old, current: item.current_values?.[attribute] ?? null } : null,
  };
}

/** The first conflicting attribute that differs, or else the only one to be changed. */
function attributeOfProblem({ status, changes, current_values }: ItemRow): EditableAttribute | null {
  const attributes = inOrder(attributesOf(changes));
  if (status === 'conflict' && current_values !== null) {
    const differs = (attribute: EditableAttribute) => {
      const current = current_values[attribute];
      return current !== undefined && !valuesAreEqual(attribute, current, changes[attribute]?.old ?? null);
    };
    return attributes.find(differs) ?? attributes[0] ?? null;
  }
  return attributes.length === 1 ? (attributes[0] ?? null) : null;
}

export function toBulkUpdateItem(item: ItemRow): BulkUpdateItem {
  return {
    id: item.id,
    status: item.status,
    store_id: item.store_id,
    store_name: item.store_name,
    store_currency: item.store_id === null ? null : (item.store_currency ?? DEFAULT_CURRENCY),
    product_id: item.product_id,
    product_title: item.product_title,
    variant_id: item.variant_id,
    variant_title: item.variant_title,
    sku: item.sku,
    row_number: item.row_number,
    changes: inOrder(attributesOf(item.changes)).flatMap((attribute) => {
      const change = item.changes[attribute];
      if (change === undefined) return [];
      const current_value = item.current_values?.[attribute];
      const planned = { attribute, old_value: change.old, new_value: change.new };
      return current_value === undefined ? [planned] : [{ ...planned, current_value }];
    }),
    warnings: item.warnings.filter(isKnownWarning),
    guard_rails: [...(item.guard_rails ?? [])],
    error: item.error,
    left_out: item.left_out,
  };
}

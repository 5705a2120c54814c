import type { BulkUpdateOrigin, BulkUpdateStatus } from '@storefleet/contract/constants';
import type { BulkUpdateBatch, BulkUpdateStore } from '@storefleet/contract/edits/bulk-update-batches';
import { messages } from '@storefleet/contract/messages';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import type { BannerTone } from '../../components/feedback/banner.tsx';
import type { Tone } from '../../components/text/status-badge.tsx';
import { formatEstimate } from '../../lib/format/format-time.ts';
import type { Definitions } from '../metafields/use-definitions.ts';
import { attributeWords, rowWord } from './attribute-words.ts';

type Counts = Pick<
  BulkUpdateBatch,
  'total' | 'succeeded' | 'failed' | 'unchanged' | 'cancelled' | 'left_out'
>;

/** Rows still to be written. */
export function openCount({ total, succeeded, failed, unchanged, cancelled, left_out }: Counts): number {
  return total - succeeded - failed - unchanged - cancelled - left_out;
}

/** How long the slowest of the stores takes, as they run side by side; null while that of one is unknown. */
export function timeOf(stores: readonly BulkUpdateStore[]): string | null {
  const open = stores.filter((store) => openCount(store) > 0);
  const seconds = open.flatMap(({ seconds_left }) => seconds_left ?? []);
  return open.length === 0 || seconds.length < open.length
    ? null
    : formatEstimate(Math.max(...seconds) * 1_000);
}

const statusLabels: Record<BulkUpdateStatus, string> = {
  planned: 'Preview',
  in_progress: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const DECISIONS = {
  waiting: 'Waiting for a decision',
  approved: 'Approved',
  rejected: 'Rejected',
  taken_over: 'Taken over',
  withdrawn: 'Preview',
} as const;

export function batchStatusLabel({
  status,
  failed,
  cancelling,
  submission,
  schedule,
}: BulkUpdateBatch): string {
  if (status === 'planned' && schedule?.problem) return 'Needs attention';
  if (status === 'planned' && schedule?.state === 'scheduled') return 'Scheduled';
  if (status === 'planned' && submission !== null) return DECISIONS[submission.decision ?? 'waiting'];
  if (status === 'in_progress' && cancelling) return 'Cancelling';
  return status === 'completed' && failed > 0 ? 'Completed with failures' : statusLabels[status];
}

export function batchTone({ status, failed }: Pick<BulkUpdateBatch, 'status' | 'failed'>): Tone {
  if (status === 'in_progress') return 'info';
  if (status === 'failed') return 'danger';
  if (status === 'completed') return failed > 0 ? 'warning' : 'success';
  return 'neutral';
}

const originNames: Record<BulkUpdateOrigin, string> = {
  bulk_update: 'Bulk update',
  csv_import: 'Import',
  undo: 'Undo',
};

type Named = Pick<BulkUpdateBatch, 'origin' | 'attributes'> &
  Partial<Pick<BulkUpdateBatch, 'title' | 'undoes_batch_id' | 'stores'>>;

/** "Bulk update of price", "Import of price and cost"; an undo without a batch has its own title. */
export function batchTitle(
  { origin, attributes, stores = [], undoes_batch_id, title }: Named,
  definitions?: Definitions,
): string {
  if (origin === 'undo' && undoes_batch_id === null && title) return title;
  const words = attributeWords(attributes, definitions?.(idsOf(stores)));
  return words === '' ? originNames[origin] : `${originNames[origin]} of ${words}`;
}

const idsOf = (stores: BulkUpdateBatch['stores']) => stores.map(({ store_id }) => store_id);

type Outcome = { tone: BannerTone; text: string };

/** Summary of a finished update; its counts match the rows listed below. */
export function describeOutcome(batch: BulkUpdateBatch, definitions?: Definitions): Outcome {
  const { status, succeeded, failed, unchanged, cancelled } = batch;
  if (status === 'cancelled') {
    return {
      tone: 'warning',
      text: `Cancelled: ${formatCount(succeeded)} updated, ${formatCount(cancelled)} left unchanged${failed > 0 ? `, ${formatCount(failed)} failed` : ''}.`,
    };
  }
  if (failed > 0 && succeeded > 0) {
    return { tone: 'warning', text: messages.bulkUpdate.partial(succeeded, failed) };
  }
  if (failed > 0) {
    const reasons = describeReasons(batch);
    return {
      tone: 'danger',
      text: reasons === '' ? messages.bulkUpdate.failed : messages.bulkUpdate.failedWith(reasons),
    };
  }
  if (succeeded > 0) {
    const words = attributeWords(batch.attributes, definitions?.(idsOf(batch.stores)));
    return {
      tone: 'success',
      text: messages.bulkUpdate.succeeded(succeeded, words, rowWord(batch.attributes)),
    };
  }
  return {
    tone: 'info',
    text:
      unchanged > 0
        ? `No changes needed: ${formatQuantity(unchanged, rowWord(batch.attributes))} already had the value.`
        : 'Nothing to change.',
  };
}

const REASONS_SHOWN = 3;

function describeReasons({ errors, failed }: BulkUpdateBatch): string {
  const sentences = [...new Set(errors.map(({ error }) => error))];
  const shown = sentences.slice(0, REASONS_SHOWN).join(' ');
  const rest = failed - REASONS_SHOWN;
  return sentences.length > REASONS_SHOWN && rest > 0 ? `${shown} And ${formatCount(rest)} more.` : shown;
}

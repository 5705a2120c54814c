import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { paths } from '../../../lib/paths.ts';
import { rowWord } from '../../batches/attribute-words.ts';
import { batchStatusLabel, batchTone } from '../../batches/batch-words.ts';
import classes from './recent-updates.module.css';

export function RecentUpdates({ updates }: { updates: readonly BulkUpdateBatch[] }) {
  return (
    <ul className={classes.list}>
      {updates.map((batch) => (
        <li key={batch.batch_id} className={classes.item}>
          <div className={classes.what}>
            <Link to={paths.bulkUpdate} params={{ batchId: batch.batch_id }} className={classes.title}>
              {batch.title}
            </Link>
            <span className={classes.details}>
              <RelativeTime value={batch.started_at ?? batch.created_at} />
              {batch.requested_by && <span>{batch.requested_by.name ?? batch.requested_by.email}</span>}
              <span>{batch.stores.map(({ store_name }) => store_name).join(', ')}</span>
            </span>
          </div>
          <span className={classes.counts}>{describeCounts(batch)}</span>
          <span className={classes.status}>
            <StatusBadge tone={batchTone(batch)} pulsing={batch.status === 'in_progress'}>
              {batchStatusLabel(batch)}
            </StatusBadge>
          </span>
        </li>
      ))}
    </ul>
  );
}

function describeCounts(batch: BulkUpdateBatch): string {
  const noun = rowWord(batch.attributes);
  if (batch.status === 'in_progress') {
    return `${Math.floor(batch.progress)}% of ${formatQuantity(batch.total, noun)}`;
  }
  const parts = [`${formatQuantity(batch.succeeded, noun)} updated`];
  if (batch.failed > 0) parts.push(`${formatCount(batch.failed)} failed`);
  if (batch.cancelled > 0) parts.push(`${formatCount(batch.cancelled)} cancelled`);
  return parts.join(', ');
}

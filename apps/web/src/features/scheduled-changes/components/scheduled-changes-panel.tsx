import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { StatusBadge } from '../../../components/text/status-badge.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { capitalised } from '../../../lib/format/capitalised.ts';
import { paths } from '../../../lib/paths.ts';
import { endsWords, planWords, stateOf } from '../schedule-words.ts';
import { openChangesQuery } from '../scheduled-changes-api.ts';
import classes from './scheduled-changes-panel.module.css';

/** Scheduled product changes; hidden without any. */
export function ScheduledChangesPanel() {
  const changes = useQuery(openChangesQuery(useApi()));
  if (changes.error && !changes.data) {
    return <QueryErrorBanner title="Failed to load the scheduled changes" query={changes} />;
  }
  if (!changes.data || changes.data.total === 0) return null;
  const { scheduled_changes: batches, total } = changes.data;
  return (
    <Panel
      title="Scheduled changes"
      description="Product updates that are applied or reverted automatically."
    >
      <ul className={classes.list} aria-label="Scheduled changes">
        {batches.map((batch) => (
          <Change key={batch.batch_id} batch={batch} />
        ))}
      </ul>
      {total > batches.length && <p className={classes.words}>{formatQuantity(total, 'change')} in all.</p>}
    </Panel>
  );
}

function Change({ batch }: { batch: BulkUpdateBatch }) {
  const { schedule, batch_id, title } = batch;
  if (schedule === null) return null;
  const { label, tone } = stateOf(batch);
  const words = schedule.state === 'scheduled' ? planWords(schedule) : (endsWords(schedule) ?? '');
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <TextLink to={paths.bulkUpdate} params={{ batchId: batch_id }} className={classes.title}>
          {title}
        </TextLink>
        <StatusBadge tone={tone} pulsing={label === 'Running'}>
          {label}
        </StatusBadge>
      </div>
      <p className={classes.words}>{capitalised(words)}</p>
      {schedule.problem && <p className={classes.problem}>{schedule.problem}</p>}
    </li>
  );
}

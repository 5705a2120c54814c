import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/feedback/banner.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { driftQuery } from '../inbox-api.ts';
import { isClosed, isWaiting, nameOf } from '../inbox-words.ts';

/** A plan's pending or made decision. */
export function PlanStatus({ batch }: { batch: BulkUpdateBatch }) {
  const { submission, requested_by } = batch;
  if (submission === null) return null;
  if (isClosed(batch)) {
    const { decision, decided_by, reason } = submission;
    const what = decision === 'rejected' ? 'rejected this plan' : 'took this plan over';
    return (
      <Banner tone={decision === 'rejected' ? 'danger' : 'info'} title={`${nameOf(decided_by)} ${what}`}>
        {reason === null ? 'Nothing is written.' : `“${reason}”`}
      </Banner>
    );
  }
  if (!isWaiting(batch)) return null;
  return (
    <Banner
      tone="info"
      title={
        <>
          Proposed by {nameOf(requested_by)} <RelativeTime value={submission.submitted_at} />: waiting for a
          decision
        </>
      }
    >
      <Drift batchId={batch.batch_id} />
    </Banner>
  );
}

function Drift({ batchId }: { batchId: string }) {
  const { data, error } = useQuery(driftQuery(useApi(), batchId));
  if (error && !data)
    return `Whether values have changed since could not be checked. ${describeError(error)}`;
  if (!data) return 'Checking whether values have changed since …';
  if (data.changed === 0) return 'Nothing has changed since it was planned.';
  const verb = data.changed === 1 ? 'has' : 'have';
  return `${formatQuantity(data.changed, 'row')} ${verb} changed since this was planned. They stay unchanged and are reported as conflicts. Take over the plan to base it on the current values.`;
}

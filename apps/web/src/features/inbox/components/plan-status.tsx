import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/feedback/banner.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { driftQuery } from '../inbox-api.ts';
import { isClosed, isWaiting, nameOf } from '../inbox-words.ts';

/** That a plan waits for a decision, or which one there was. */
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
          Proposed by {nameOf(requested_by)} <RelativeTime value={submission.submitted_at} />: waits for a
          decision
        </>
      }
    >
      <Drift batchId={batch.batch_id} />
    </Banner>
  );
}

function Drift({ batchId }: { batchId: string }) {
  const { data } = useQuery(driftQuery(useApi(), batchId));
  if (!data || data.changed === 0) return 'Nothing has changed since it was planned.';
  const verb = data.changed === 1 ? 'holds' : 'hold';
  return `${formatQuantity(data.changed, 'row')} ${verb} other values by now than when this was planned. They are left as they are, and reported as conflicts; take the plan over to base it on what they hold now.`;
}

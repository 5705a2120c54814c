import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { Tone } from '../../components/text/status-badge.tsx';

type Plan = Pick<BulkUpdateBatch, 'status' | 'submission'>;

export const isWaiting = ({ status, submission }: Plan): boolean =>
  status === 'planned' && submission !== null && submission.decision === null;

/** Whether a plan was decided without being applied. */
export const isClosed = ({ status, submission }: Plan): boolean =>
  status === 'planned' && (submission?.decision === 'rejected' || submission?.decision === 'taken_over');

export const nameOf = (person: { name: string | null; email: string } | null | undefined): string =>
  person?.name ?? person?.email ?? 'Somebody';

export function stateOf(plan: Plan): { label: string; tone: Tone } {
  switch (plan.submission?.decision) {
    case 'approved':
      return { label: 'Approved', tone: 'success' };
    case 'rejected':
      return { label: 'Rejected', tone: 'danger' };
    case 'taken_over':
      return { label: 'Taken over', tone: 'neutral' };
    case 'withdrawn':
      return { label: 'Withdrawn', tone: 'neutral' };
    default:
      return { label: 'Waiting', tone: 'info' };
  }
}

import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { titled } from '@storefleet/contract/edits/guard-rail-words';
import { Banner } from '../../../components/feedback/banner.tsx';
import classes from './broken-guard-rails.module.css';

/** Guard rails that an update breaks, and the reason given for overriding them. */
export function BrokenGuardRails({
  batch,
}: {
  batch: Pick<BulkUpdateBatch, 'guard_rails' | 'override' | 'status'>;
}) {
  const { guard_rails: broken, override, status } = batch;
  if (broken.length === 0) return null;
  const isPlanned = status === 'planned';
  const isBlocked = broken.some(({ effect }) => effect === 'block');
  return (
    <Banner
      tone={isPlanned && isBlocked ? 'danger' : 'warning'}
      title={isPlanned ? 'This breaks guard rails' : 'This update overrode guard rails'}
    >
      <ul className={classes.broken}>
        {broken.map((finding) => (
          <li key={finding.guard_rail_id}>{titled(finding)}</li>
        ))}
      </ul>
      {override && (
        <p className={classes.reason}>
          {override.by.name ?? override.by.email}: “{override.reason}”
        </p>
      )}
    </Banner>
  );
}

/** Why this role cannot apply the change; null if it can, with a reason. `isAlone`: no other approver. */
export function whyHeldBack(
  { guard_rails, requested_by }: Pick<BulkUpdateBatch, 'guard_rails' | 'requested_by'>,
  me: { readonly id: string; readonly role: string } | undefined,
  isAlone: boolean,
): string | null {
  if (me === undefined) return null;
  const of = (wanted: string) => guard_rails.some(({ effect }) => effect === wanted);
  if (of('block') && me.role !== 'owner') return 'A guard rail blocks this: only an owner can apply it.';
  if (of('approval') && requested_by?.id === me.id && !isAlone)
    return 'A guard rail requires approval: submit it for somebody else to apply.';
  return null;
}

export const asksForApproval = ({ guard_rails }: Pick<BulkUpdateBatch, 'guard_rails'>): boolean =>
  guard_rails.some(({ effect }) => effect === 'approval');

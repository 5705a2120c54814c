import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { messages } from '@storefleet/contract/messages';
import { isAtLeast, lowestRoles } from '@storefleet/contract/people/permissions';
import type { Queryable } from '../../platform/db/database.ts';
import type { EditBatchesRow } from '../../platform/db/rows.generated.ts';
import { AppError, conflict, forbidden } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import { isScheduled } from './plan-schedule.ts';

type SubmissionColumns = Pick<
  EditBatchesRow,
  | 'submitted_at'
  | 'decision'
  | 'decided_at'
  | 'decided_by'
  | 'decided_by_email'
  | 'decided_by_name'
  | 'decision_reason'
>;

const COLUMNS = `submitted_at, decision, decided_at, decided_by, decided_by_email, decided_by_name, decision_reason`;

type Decision = NonNullable<SubmissionColumns['decision']>;
type LockedPlan = SubmissionColumns & Pick<EditBatchesRow, 'status' | 'requested_by' | 'started_at'>;

/** The state of a submitted plan; null for one that was not submitted. */
export function toSubmission(row: SubmissionColumns): BulkUpdateBatch['submission'] {
  if (row.submitted_at === null) return null;
  return {
    submitted_at: row.submitted_at.toISOString(),
    decision: row.decision,
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by:
      row.decided_by === null
        ? null
        : { id: row.decided_by, name: row.decided_by_name, email: row.decided_by_email ?? '' },
    reason: row.decision_reason,
  };
}

/**
 * Locks an undecided plan until the transaction ends, so that decisions of two people are sequential. Refuses
 * a scheduled plan, unless `scheduledToo`.
 */
export async function lockUndecided(
  tx: Queryable,
  batchId: string,
  { scheduledToo = false }: { readonly scheduledToo?: boolean } = {},
): Promise<LockedPlan> {
  const { rows } = await tx.query<LockedPlan>(
    `select status, requested_by, started_at, ${COLUMNS} from edit_batches where id = $1 for no key update`,
    [batchId],
  );
  const plan = rows[0];
  // A dropped preview is gone, even while its items are still being deleted.
  if (!plan || (plan.status !== 'planned' && plan.started_at === null))
    throw new AppError({ code: 'batch_not_found' });
  const waitsForItsTime = plan.status === 'planned' && (await isScheduled(tx, batchId));
  if (waitsForItsTime && !scheduledToo) throw conflict(messages.scheduledChanges.isScheduled);
  if (!waitsForItsTime && plan.decision !== null && plan.decision !== 'withdrawn') throw decidedAlready(plan);
  if (plan.status !== 'planned') throw conflict('This bulk update was applied already.');
  return plan;
}

const DONE: Record<Decision, string> = {
  approved: 'approved',
  rejected: 'rejected',
  taken_over: 'took over',
  withdrawn: 'withdrew',
};

function decidedAlready(plan: SubmissionColumns): AppError {
  const who = plan.decided_by_name ?? plan.decided_by_email ?? 'Somebody';
  const why = plan.decision_reason === null ? '' : `: ${plan.decision_reason}`;
  return conflict(`${who} ${DONE[plan.decision ?? 'approved']} this plan already${why}.`);
}

const mayApply = ({ role }: AuthenticatedUser) => isAtLeast(role, lowestRoles['bulkUpdates.apply']);

/** Proposers change and discard only their own plans. */
export function requireMayChange(
  { requested_by }: Pick<LockedPlan, 'requested_by'>,
  asker: AuthenticatedUser,
): void {
  if (requested_by === asker.id || mayApply(asker)) return;
  throw forbidden('Only the person who made a plan, editors and owners can change or discard it.');
}

/** Rows of a submitted plan can be left out only by those who decide; its author has to withdraw it first. */
export function requireMayChoose(plan: LockedPlan, asker: AuthenticatedUser): void {
  const waits = plan.submitted_at !== null && plan.decision === null;
  if (!waits) requireMayChange(plan, asker);
  else if (plan.requested_by === asker.id || !mayApply(asker))
    throw conflict('This plan waits for a decision. Its author can withdraw it, and choose its rows then.');
}

/** Refuses a decision by somebody who saw the plan before it was withdrawn, changed and submitted again. */
export function requireSubmission({ submitted_at }: LockedPlan, seen: string | null | undefined): void {
  if (!seen || submitted_at?.getTime() === Date.parse(seen)) return;
  throw conflict('This plan was withdrawn and submitted anew meanwhile. Look at it again.');
}

export function requireWaiting(plan: LockedPlan): void {
  if (plan.submitted_at === null || plan.decision !== null)
    throw conflict('This plan does not wait for a decision. Look at it again.');
}

export function requireAuthor(plan: Pick<LockedPlan, 'requested_by'>, asker: AuthenticatedUser): void {
  if (plan.requested_by !== asker.id) throw forbidden('Only the person who made a plan can do this.');
}

export async function writeDecision(
  tx: Queryable,
  batchId: string,
  {
    decision,
    by,
    reason = null,
    now,
  }: { decision: Decision; by: AuthenticatedUser; reason?: string | null; now: Date },
): Promise<void> {
  await tx.query(
    `update edit_batches set decision = $2, decided_at = $3, decided_by = $4, decided_by_email = $5,
       decided_by_name = $6, decision_reason = $7
     where id = $1 and (submitted_at is not null or ($2 = 'approved' and requested_by <> $4))`,
    [batchId, decision, now, by.id, by.email, by.name, reason],
  );
}

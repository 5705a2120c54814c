import type { ErrorCode } from '@storefleet/contract/api/problems';
import { titled } from '@storefleet/contract/edits/guard-rail-words';
import type {
  GuardRailEffect,
  GuardRailFinding,
  Override as ShownOverride,
} from '@storefleet/contract/edits/guard-rails';
import type { Queryable } from '../../platform/db/database.ts';
import type { EditBatchesRow } from '../../platform/db/rows.generated.ts';
import { AppError } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';

/** Who applies an update, and why they override guard rails. */
export type Override = {
  readonly by: AuthenticatedUser;
  readonly reason: string | null;
  /** The guard rails the reason was given for, if that was earlier. Default: any that the update breaks. */
  readonly covers?: readonly string[] | undefined;
};

/**
 * Throws if the guard rails that an update breaks prevent it: a block for everybody but owners, an approval
 * for its `author` and API keys (unless an owner is the only possible approver), and a warning or block
 * without a reason.
 */
export async function requireOverride(
  db: Queryable,
  findings: readonly GuardRailFinding[],
  override: Override | undefined,
  { author, storeIds }: { readonly author: string | null; readonly storeIds: readonly string[] },
): Promise<void> {
  const of = (effect: GuardRailEffect) => findings.filter((finding) => finding.effect === effect);
  const [blocks, approvals, warnings] = [of('block'), of('approval'), of('warning')];
  const isOwner = override?.by.role === 'owner';
  const isPerson = override !== undefined && override.by.apiKey === undefined;
  const approves = isPerson && override.by.id !== author;
  if (blocks.length > 0 && !isOwner) {
    throw refusal('guard_rail_blocks', blocks, 'Only an owner can make this change, with a reason.');
  }
  const unapproved = approves ? [] : approvals;
  const isAlone = async () => isPerson && isOwner && (await isOnlyApprover(db, override.by.id, storeIds));
  if (unapproved.length > 0 && !(await isAlone())) {
    throw refusal(
      'approval_required',
      unapproved,
      'An editor or owner other than its author has to apply this change.',
    );
  }
  const overridden = [...blocks, ...unapproved, ...warnings];
  const covers = override?.covers;
  const unexplained = overridden.filter(
    ({ guard_rail_id }) => !override?.reason || (covers && !covers.includes(guard_rail_id)),
  );
  if (unexplained.length > 0) {
    throw refusal('override_reason_missing', unexplained, 'Give a reason for making this change anyway.');
  }
}

function refusal(code: ErrorCode, findings: readonly GuardRailFinding[], remedy: string): AppError {
  return new AppError({
    code,
    detail: `${findings.map(titled).join(' ')} ${remedy}`,
    errors: findings.map((finding) => ({
      path: `guard_rails.${finding.guard_rail_id}`,
      message: titled(finding),
    })),
  });
}

export type OverrideColumns = Pick<
  EditBatchesRow,
  'override_reason' | 'overridden_by' | 'overridden_by_email' | 'overridden_by_name'
>;

/** As stored with the update. */
export function toOverride(row: OverrideColumns): ShownOverride | null {
  const { override_reason: reason, overridden_by: id, overridden_by_email: email } = row;
  return reason === null || id === null
    ? null
    : { reason, by: { id, name: row.overridden_by_name, email: email ?? '' } };
}

/** Whether nobody else of the same sign-in service could approve this person's plan in these stores. */
async function isOnlyApprover(
  db: Queryable,
  personId: string,
  storeIds: readonly string[],
): Promise<boolean> {
  const approves = `exists (select from mine) and id <> $1 and member_role in ('editor', 'owner')
    and (store_ids is null or store_ids @> $2::uuid[])`;
  const { rows } = await db.query<{ others: boolean }>(
    `select exists (
       with mine as (select from users where id = $1)
       select from users where ${approves} and (banned_until is null or banned_until <= now()) and password_hash is not null
     ) or exists (
       with mine as (select from hosted_members where id = $1)
       select from hosted_members where ${approves} and disabled_at is null
     ) as others`,
    [personId, storeIds],
  );
  return !rows[0]?.others;
}

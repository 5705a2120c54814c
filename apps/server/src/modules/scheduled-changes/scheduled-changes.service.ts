import { BULK_UPDATE_ERRORS_SHOWN } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { GuardRailFinding } from '@storefleet/contract/edits/guard-rails';
import type {
  MoveScheduledEnd,
  ScheduleChange,
  ScheduleChangePreview,
  ScheduledChangeList,
  ScheduledChangesQuery,
} from '@storefleet/contract/edits/scheduled-changes';
import { messages } from '@storefleet/contract/messages';
import type { Database } from '../../platform/db/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { brokenAt, checkAnew } from '../bulk-updates/apply/guard-rails.ts';
import { toBulkUpdateBatch } from '../bulk-updates/batch-presenter.ts';
import { findBatches } from '../bulk-updates/bulk-updates.repository.ts';
import type { BulkUpdatesService } from '../bulk-updates/bulk-updates.service.ts';
import { lockUndecided, requireSubmission, writeDecision } from '../bulk-updates/decision.ts';
import { requireOverride } from '../guard-rails/override.ts';
import { readRules } from '../guard-rails/rules.ts';
import { findOverlaps, forecastSchedule, rowsOf } from './forecast.ts';
import {
  cancelChange,
  findChange,
  listChanges,
  moveEnd,
  saveChange,
} from './scheduled-changes.repository.ts';
import { readTimes, requireEnd, requireTimes, type Times } from './times.ts';

type ScheduledChangesDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly bulkUpdates: Pick<BulkUpdatesService, 'get'>;
};

export type ScheduledChangesService = ReturnType<typeof createScheduledChangesService>;

const said = messages.scheduledChanges;

/** Plans that are applied at one time and reverted at another. */
export function createScheduledChangesService(deps: ScheduledChangesDeps) {
  const { db, clock, bulkUpdates } = deps;
  return {
    preview: (batchId: string, input: ScheduleChange) => preview(deps, batchId, input),

    async list(query: ScheduledChangesQuery): Promise<ScheduledChangeList> {
      const { ids, total } = await listChanges(db, query);
      const batches = await findBatches(db, ids, BULK_UPDATE_ERRORS_SHOWN);
      return { scheduled_changes: batches.map((batch) => toBulkUpdateBatch(batch)), total };
    },

    /** Scheduling a plan that waits for a decision approves it. */
    async save(batchId: string, input: ScheduleChange, by: AuthenticatedUser): Promise<BulkUpdateBatch> {
      requirePlan(await bulkUpdates.get(batchId), input);
      const now = clock.now();
      const times = requireTimes(input, now);
      const { rules } = await checkAnew(db, batchId, now);
      await db.transaction(async (tx) => {
        const plan = await lockUndecided(tx, batchId, { scheduledToo: true });
        requireSubmission(plan, input.submitted_at);
        const { start, end, storeIds } = await brokenAt(tx, batchId, rules, times);
        const reason = input.override_reason;
        const of = { author: plan.requested_by, storeIds };
        await requireOverride(tx, start, { by, reason }, of);
        await requireOverride(tx, end, { by, reason }, of);
        await saveChange(
          tx,
          { batch_id: batchId, by, ...storedTimes(times), ...overriding([...start, ...end], reason) },
          now,
        );
        if (plan.decision !== 'approved') await writeDecision(tx, batchId, { decision: 'approved', by, now });
      });
      return bulkUpdates.get(batchId);
    },

    /** Turns the plan into a preview again; a submitted one waits for a decision again. */
    async cancel(batchId: string): Promise<BulkUpdateBatch> {
      await bulkUpdates.get(batchId);
      await db.transaction(async (tx) => {
        await lockUndecided(tx, batchId, { scheduledToo: true });
        if (!(await cancelChange(tx, batchId, clock.now()))) throw conflict(said.notScheduled);
        await tx.query(
          `update edit_batches set decision = null, decided_at = null, decided_by = null, decided_by_email = null,
             decided_by_name = null
           where id = $1 and decision = 'approved'`,
          [batchId],
        );
      });
      return bulkUpdates.get(batchId);
    },

    /** Null keeps the new values. */
    async moveEnd(batchId: string, input: MoveScheduledEnd, by: AuthenticatedUser): Promise<BulkUpdateBatch> {
      await bulkUpdates.get(batchId);
      const times = requireEnd(input, clock.now());
      return endAt(deps, batchId, { ...times, reason: input.override_reason, by });
    },

    /** A worker reverts it; unwritten rows are skipped. */
    async endNow(batchId: string, reason: string | null, by: AuthenticatedUser): Promise<BulkUpdateBatch> {
      await bulkUpdates.get(batchId);
      return endAt(deps, batchId, { ends: clock.now(), timezone: null, reason, by });
    },
  };
}

function requirePlan(batch: BulkUpdateBatch, { expected_items }: ScheduleChange): void {
  if (batch.status !== 'planned') return;
  const { rows } = rowsOf(batch);
  if (rows === 0) throw conflict('There is nothing to change in this plan.');
  if (rows !== (expected_items ?? rows)) throw conflict(said.otherRows);
}

const storedTimes = ({ starts, ends, timezone }: Times) => ({ starts_at: starts, ends_at: ends, timezone });

const overriding = (findings: readonly GuardRailFinding[], reason: string | null) => ({
  override_reason: findings.length === 0 ? null : reason,
  overridden_guard_rails: [...new Set(findings.map(({ guard_rail_id }) => guard_rail_id))],
});

type End = {
  readonly ends: Date | null;
  /** Null leaves it unchanged. */
  readonly timezone: string | null;
  readonly reason: string | null;
  readonly by: AuthenticatedUser;
};

async function endAt(
  { db, bulkUpdates }: ScheduledChangesDeps,
  batchId: string,
  { ends, timezone, reason, by }: End,
): Promise<BulkUpdateBatch> {
  const { rules } = await readRules(db);
  await db.transaction(async (tx) => {
    const change = await findChange(tx, batchId, true);
    if (change?.status !== 'applied' && change?.status !== 'kept') throw conflict(said.notApplied);
    const { end, storeIds } = await brokenAt(tx, batchId, rules, { starts: null, ends });
    await requireOverride(tx, end, { by, reason }, { author: change.author?.id ?? null, storeIds });
    const zone = timezone ?? change.timezone;
    await moveEnd(tx, batchId, { ends_at: ends, timezone: zone, by, ...overriding(end, reason) });
  });
  return bulkUpdates.get(batchId);
}

async function preview(
  { db, clock, bulkUpdates }: ScheduledChangesDeps,
  batchId: string,
  input: ScheduleChange,
): Promise<ScheduleChangePreview> {
  const batch = await bulkUpdates.get(batchId);
  if (batch.status !== 'planned') throw conflict(said.notScheduled);
  const read = readTimes(input, clock.now());
  const nothing = { starts_at: null, ends_at: null, says: [], guard_rails: [], meanwhile: [], problem: null };
  if ('problem' in read) return { ...nothing, problem: read.problem };
  const { times } = read;
  // Its rows are rechecked when it is scheduled, and when it is applied.
  const { rules } = await readRules(db);
  const { start, end } = await brokenAt(db, batchId, rules, times);
  return {
    ...nothing,
    starts_at: times.starts.toISOString(),
    ends_at: times.ends?.toISOString() ?? null,
    says: forecastSchedule(batch, input, times),
    guard_rails: mergedFindings(start, end),
    meanwhile: await findOverlaps(db, batch, times),
  };
}

/** A guard rail broken at both ends is listed once. */
function mergedFindings(start: readonly GuardRailFinding[], end: readonly GuardRailFinding[]) {
  const known = new Set(start.map(({ guard_rail_id }) => guard_rail_id));
  const atEnd = end
    .filter(({ guard_rail_id }) => !known.has(guard_rail_id))
    .map((finding) => ({ ...finding, message: `At its end: ${finding.message}` }));
  return [...start, ...atEnd];
}

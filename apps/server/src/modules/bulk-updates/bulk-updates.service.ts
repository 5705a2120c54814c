import { definitionsIn } from '@storefleet/contract/attributes/metafields';
import {
  BULK_UPDATE_ERRORS_SHOWN,
  BULK_UPDATE_SYNCHRONOUS_LIMIT,
  type BulkUpdateStatus,
} from '@storefleet/contract/constants';
import type {
  ApplyBulkUpdate,
  BulkUpdateAccepted,
  BulkUpdateBatch,
  BulkUpdateBatchList,
  BulkUpdateResult,
} from '@storefleet/contract/edits/bulk-update-batches';
import type {
  BulkUpdateItemList,
  BulkUpdateItemsQuery,
  LeaveOut,
} from '@storefleet/contract/edits/bulk-update-items';
import type { BulkUpdate, BulkUpdatePreview } from '@storefleet/contract/edits/bulk-updates';
import type { WhatIf } from '@storefleet/contract/edits/what-if';
import { messages } from '@storefleet/contract/messages';
import { currentStoreScope } from '../../platform/db/store-scope.ts';
import type { Preferences } from '../../platform/http/prefer.ts';
import { AppError, conflict } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { Override } from '../guard-rails/override.ts';
import { readRules } from '../guard-rails/rules.ts';
import type { ProductsService } from '../products/products.service.ts';
import { readCurrencies, readDefinitions } from '../stores/stores.repository.ts';
import type { Applier } from './apply/apply-batch.ts';
import { brokenByStored } from './apply/guard-rails.ts';
import { previewExpiry, toBulkUpdateBatch, toBulkUpdateResult } from './batch-presenter.ts';
import { findBatch, listBatches, type StoredBatch } from './bulk-updates.repository.ts';
import { lockUndecided, requireMayChange, requireMayChoose } from './decision.ts';
import { itemsPage } from './items-page.ts';
import { ruleTitle } from './plan/batch-title.ts';
import { draftRestore } from './plan/drafts/draft-restore.ts';
import { draftRetry } from './plan/drafts/draft-retry.ts';
import { draftSelection } from './plan/drafts/draft-selection.ts';
import type { PlannerDeps } from './plan/drafts/drafts.ts';
import { forgetBatch } from './plan/expiry.ts';
import { leaveOut } from './plan/leave-out.ts';
import type { Planner } from './plan/plan.ts';
import { createStoreLookup, type StoreLookup } from './plan/planning-store.ts';
import { editingOf } from './store-editing.ts';
import { attributesOf, flatChanges } from './values/changes.ts';
import { whatIf } from './what-if.ts';

type BulkUpdatesDeps = PlannerDeps & {
  products: Pick<ProductsService, 'select'>;
  planner: Planner;
  applier: Pick<Applier, 'apply' | 'begin' | 'waitForEnd' | 'cancel'>;
};

const STARTED_ALREADY = 'This bulk update was started already.';
/** Milliseconds after which a synchronous answer only says where the result will be. */
const SYNCHRONOUS_WAIT = 120_000;

export type BulkUpdatesService = ReturnType<typeof createBulkUpdatesService>;

export function createBulkUpdatesService(deps: BulkUpdatesDeps) {
  const { db, applier } = deps;
  const get = async (batchId: string) => {
    const stored = await requireBatch(deps, batchId);
    if (stored.batch.status !== 'planned') return toBulkUpdateBatch(stored);
    const { rules } = await readRules(db);
    return toBulkUpdateBatch(stored, brokenByStored(rules, stored.storeBatches, deps.clock.now()));
  };

  return {
    get,

    /** Plans and applies at once. Returns the result, or the batch if the client does not wait any longer. */
    async update(
      input: BulkUpdate,
      user: AuthenticatedUser,
      wish: Wish,
    ): Promise<BulkUpdateResult | BulkUpdateAccepted> {
      const { batchId, hasEnded } = await updateNow(deps, input, user, wish);
      return hasEnded ? toBulkUpdateResult(await get(batchId)) : { batch_id: batchId };
    },

    /** Plans everything and writes nothing. */
    async preview(input: BulkUpdatePreview, user: AuthenticatedUser): Promise<BulkUpdateBatch> {
      return get(await planPreview(deps, input, user));
    },

    async list(query: {
      status?: BulkUpdateStatus | undefined;
      limit: number;
      offset: number;
    }): Promise<BulkUpdateBatchList> {
      const filter = { ...query, status: query.status ?? null };
      const { total, batches } = await listBatches(db, filter, BULK_UPDATE_ERRORS_SHOWN);
      return { bulk_updates: batches.map((batch) => toBulkUpdateBatch(batch)), total };
    },

    async items(batchId: string, query: BulkUpdateItemsQuery): Promise<BulkUpdateItemList> {
      return itemsPage(db, await get(batchId), query);
    },

    /** The plan's effect on margin and stock value. */
    async whatIf(batchId: string): Promise<WhatIf> {
      const batch = await get(batchId);
      if (batch.status !== 'planned') throw conflict(STARTED_ALREADY);
      return whatIf(db, batch);
    },

    /** Leaves rows of a preview out, or includes them again; applying it writes the others. */
    async leaveOut(batchId: string, wanted: LeaveOut, user: AuthenticatedUser): Promise<BulkUpdateBatch> {
      await leaveOutRows(deps, batchId, wanted, user);
      return get(batchId);
    },

    /** Writes what a preview showed, except for left-out rows. */
    async apply(
      batchId: string,
      wanted: ApplyBulkUpdate,
      user: AuthenticatedUser,
    ): Promise<BulkUpdateAccepted> {
      await applyPreview(deps, batchId, wanted, user);
      return { batch_id: batchId };
    },

    /** Stops a running batch, or drops a preview. Ended items stay. */
    async cancel(batchId: string): Promise<BulkUpdateBatch> {
      const before = await get(batchId);
      refuseWaiting(before);
      await applier.cancel(batchId);
      const after = await findBatch(db, batchId, BULK_UPDATE_ERRORS_SHOWN);
      return after === null ? dropped(before) : toBulkUpdateBatch(after);
    },

    /** Drops a preview. A batch that somebody has started continues, and is returned as it is. */
    async drop(batchId: string, user: AuthenticatedUser): Promise<BulkUpdateBatch> {
      const before = await get(batchId);
      if (before.status === 'planned') {
        requireMayChange({ requested_by: before.requested_by?.id ?? null }, user);
      }
      refuseWaiting(before);
      return (await forgetBatch(db, batchId)) ? dropped(before) : get(batchId);
    },

    /** A new preview of whatever did not get its new value, based on our copy's current values. */
    async retry(batchId: string, user: AuthenticatedUser): Promise<BulkUpdateBatch> {
      return get(await planRetry(deps, batchId, user));
    },

    /** Sets the author's note, before or after the update ran. */
    async annotate(batchId: string, note: string | null, user: AuthenticatedUser): Promise<BulkUpdateBatch> {
      await writeNote(deps, batchId, note, user);
      return get(batchId);
    },

    editingOf: (storeId: string) => editingOf(deps, storeId),
  };
}

async function leaveOutRows(
  deps: BulkUpdatesDeps,
  batchId: string,
  wanted: LeaveOut,
  user: AuthenticatedUser,
): Promise<void> {
  const { attributes } = (await requireBatch(deps, batchId)).batch;
  await deps.db.transaction(async (tx) => {
    requireMayChoose(await lockUndecided(tx, batchId), user);
    await leaveOut(tx, { id: batchId, attributes }, wanted);
  });
}

async function writeNote(
  deps: BulkUpdatesDeps,
  batchId: string,
  note: string | null,
  user: AuthenticatedUser,
): Promise<void> {
  const { batch } = await requireBatch(deps, batchId);
  if (batch.requested_by !== user.id) {
    throw new AppError({ code: 'forbidden', detail: 'Only the person who made an update writes its note.' });
  }
  await deps.db.query('update edit_batches set note = $2 where id = $1', [batchId, note]);
}

async function planPreview(
  deps: BulkUpdatesDeps,
  input: BulkUpdatePreview,
  user: AuthenticatedUser,
): Promise<string> {
  const named = input.products_to_update?.map((reference) => reference.store_id);
  await refuseArchived(named ?? input.search?.store_ids ?? [], createStoreLookup(deps));
  const { restore } = input;
  const chunks = restore ? await draftRestore(deps, input, restore) : await draftSelection(deps, input);
  const origin = restore ? 'undo' : 'bulk_update';
  const title = await titleFor(deps, input, named ?? input.search?.store_ids ?? []);
  return deps.planner.planChunks({ origin, requestedBy: user, title }, chunks);
}

async function titleFor(
  { db }: BulkUpdatesDeps,
  input: BulkUpdate | BulkUpdatePreview,
  storeIds: readonly string[],
): Promise<string | null> {
  const stores = await readDefinitions(db, attributesOf(flatChanges(input.attributes_to_set)));
  const change = 'price_change' in input ? input.price_change : undefined;
  const currencies = change ? await readCurrencies(db, change.attribute, storeIds) : [];
  return ruleTitle(input, { definitionOf: definitionsIn(stores, storeIds), currencies });
}

async function planRetry(deps: BulkUpdatesDeps, batchId: string, user: AuthenticatedUser): Promise<string> {
  const { batch } = await requireBatch(deps, batchId);
  const { origin, status, undoes_batch_id, title } = batch;
  if (status === 'planned' || status === 'in_progress') {
    throw conflict('This bulk update has not ended yet. Wait for it, or cancel it first.');
  }
  if (batch.items_removed_at !== null) {
    throw conflict('The rows of this bulk update were removed for their age: it cannot be tried again.');
  }
  const head = { origin, requestedBy: user, undoesBatchId: undoes_batch_id ?? undefined, title };
  return deps.planner.planChunks(head, draftRetry(deps.db, batchId));
}

async function applyPreview(
  deps: BulkUpdatesDeps,
  batchId: string,
  { excluded_item_ids, expected_items, submitted_at, override_reason }: ApplyBulkUpdate,
  user: AuthenticatedUser,
): Promise<void> {
  const { batch } = await requireBatch(deps, batchId);
  if (batch.status !== 'planned') throw conflict(STARTED_ALREADY);
  await deps.applier.apply(batchId, {
    excludedItemIds: excluded_item_ids,
    expectedItems: expected_items,
    submittedAt: submitted_at,
    override: { by: user, reason: override_reason },
  });
}

/** A plan that waits for a decision is ended by one: leaving its page does not drop it. */
function refuseWaiting({ status, submission, schedule }: BulkUpdateBatch): void {
  if (status !== 'planned') return;
  if (schedule?.state === 'scheduled') throw conflict(messages.scheduledChanges.isScheduled);
  if (submission === null || submission.decision !== null) return;
  throw conflict('This plan waits for a decision. Its author can withdraw it, and editors can reject it.');
}

type Wish = Preferences & { readonly signal: AbortSignal };

async function updateNow(
  deps: BulkUpdatesDeps,
  input: BulkUpdate,
  user: AuthenticatedUser,
  { respondAsync, waitSeconds, signal }: Wish,
): Promise<{ batchId: string; hasEnded: boolean }> {
  const { planner, applier } = deps;
  const lookUp = createStoreLookup(deps);
  const storeIds = input.products_to_update.map((reference) => reference.store_id);
  await refuseArchived(storeIds, lookUp);
  const milliseconds = waitSeconds === null ? (respondAsync ? 0 : SYNCHRONOUS_WAIT) : waitSeconds * 1_000;
  const limit = { items: BULK_UPDATE_SYNCHRONOUS_LIMIT, tooMany: tooManyAtOnce };
  const title = await titleFor(deps, input, storeIds);
  const plan = await planner.planToBegin(
    { origin: 'bulk_update', requestedBy: user, title, ...(respondAsync ? {} : { limit }) },
    await draftSelection(deps, input),
    lookUp,
  );
  const batchId = typeof plan === 'string' ? plan : plan.batchId;
  const override = { by: user, reason: input.override_reason };
  if (typeof plan === 'string') await applyOrForget(deps, plan, override);
  else await applier.begin(plan, { durable: milliseconds === 0, override });
  // A caller that does not wait for the result learns at once that its products are blocked.
  const options = { signal, milliseconds, unlessBlocked: respondAsync };
  return { batchId, hasEnded: milliseconds > 0 && (await applier.waitForEnd(batchId, options)) };
}

/** A refused update leaves nothing behind. */
async function applyOrForget(
  { db, applier }: BulkUpdatesDeps,
  batchId: string,
  override: Override,
): Promise<void> {
  try {
    await applier.apply(batchId, { override });
  } catch (error) {
    if (error instanceof AppError) await forgetBatch(db, batchId);
    throw error;
  }
}

/** A single archived store is refused at once; among other stores, its products fail one by one. */
async function refuseArchived(storeIds: readonly string[], lookUp: StoreLookup): Promise<void> {
  const distinct = [...new Set(storeIds)];
  for (const storeId of distinct) {
    if (!(await lookUp(storeId))?.isArchived) return;
  }
  if (distinct.length > 0) throw new AppError({ code: 'store_archived' });
}

async function requireBatch({ db, clock }: BulkUpdatesDeps, batchId: string): Promise<StoredBatch> {
  const stored = await findBatch(db, batchId, BULK_UPDATE_ERRORS_SHOWN);
  const batch = stored?.batch;
  const expiry = batch?.status === 'planned' ? previewExpiry(batch) : null;
  const isForgotten =
    batch?.status === 'planned' ? expiry !== null && expiry <= clock.now() : batch?.started_at === null;
  if (!stored || isForgotten) {
    const detail = currentStoreScope() === null ? undefined : messages.bulkUpdate.notFoundInScope;
    throw new AppError({ code: 'batch_not_found', ...(detail && { detail }) });
  }
  return stored;
}

function dropped(batch: BulkUpdateBatch): BulkUpdateBatch {
  return { ...batch, status: 'cancelled', expires_at: null };
}

function tooManyAtOnce(): AppError {
  return new AppError({
    code: 'validation_failed',
    detail: `More than ${BULK_UPDATE_SYNCHRONOUS_LIMIT} variants are updated in the background only: send the header “Prefer: respond-async”.`,
  });
}

import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { isImageAttribute } from '@storefleet/contract/attributes/images';
import { isListPrice, listOf } from '@storefleet/contract/attributes/list-prices';
import { isChannel } from '@storefleet/contract/attributes/memberships';
import { isMetafield } from '@storefleet/contract/attributes/metafields';
import { isStock } from '@storefleet/contract/attributes/stock';
import { BULK_UPDATE_MAX_ITEMS, BULK_UPDATE_SYNCHRONOUS_LIMIT } from '@storefleet/contract/constants';
import type { AttributeValue } from '@storefleet/contract/values/attribute-value';
import { formatCount } from '@storefleet/contract/values/quantity';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../../platform/db/database.ts';
import { groupsOf } from '../../../platform/db/statements/groups.ts';
import { idSource } from '../../../platform/db/statements/ordered-ids.ts';
import { AppError } from '../../../platform/http/problem.ts';
import { type RuleSet, readRules } from '../../guard-rails/rules.ts';
import { attributesOf, entriesOf, fromEntries } from '../values/changes.ts';
import { readCopy } from './catalogue-copy.ts';
import type {
  BatchDraft,
  BatchHead,
  DraftChunk,
  ItemDraft,
  PlannerDeps,
  RefusedDraft,
} from './drafts/drafts.ts';
import { forgetBatch, forgetOldPreviews } from './expiry.ts';
import { type PlannedItem, planItem, refusedItem } from './plan-item.ts';
import { createStoreLookup, type StoreLookup } from './planning-store.ts';
import { addWarning, finishPlan, insertRows, toBatchRow, toItemRows } from './statements.ts';
import { createPlanSummary, type PlanResult } from './summary.ts';

/** An unstored batch with something to write. */
export type UnstoredPlan = {
  readonly batchId: string;
  readonly head: BatchHead;
  readonly items: readonly PlannedItem[];
  readonly result: PlanResult;
};

type PlanSummary = ReturnType<typeof createPlanSummary>;

const ITEMS_PER_STATEMENT = 500;

export type Planner = ReturnType<typeof createPlanner>;

/**
 * Turns drafts into a stored batch with the status `planned`: each item with old and new values, checked, and
 * with warnings. Writes nothing to any source.
 */
export function createPlanner(deps: PlannerDeps) {
  const { db, clock } = deps;

  /** Returns the id of the batch. */
  async function plan({ drafts, refused, onPlanned, ...head }: BatchDraft): Promise<string> {
    const chunks = chunksOf(drafts, refused ?? []);
    return planChunks(head, onPlanned ? reported(chunks, onPlanned) : chunks);
  }

  /** For drafts in chunks, in little memory. The batch is visible only when all of it is stored. */
  async function planChunks(
    head: BatchHead,
    chunks: AsyncIterable<DraftChunk> | Iterable<DraftChunk>,
  ): Promise<string> {
    const batchId = uuidv7();
    const now = clock.now();
    await insertRows(db, 'edit_batches', [toBatchRow(batchId, head, now)]);
    try {
      const total = await storeItems(batchId, head, chunks);
      await forgetOldPreviews(db, now, total);
    } catch (error) {
      await forgetBatch(db, batchId);
      throw error;
    }
    return batchId;
  }

  async function storeItems(
    batchId: string,
    head: BatchHead,
    chunks: AsyncIterable<DraftChunk> | Iterable<DraftChunk>,
  ): Promise<number> {
    const { items: maxItems, tooMany } = head.limit ?? {
      items: BULK_UPDATE_MAX_ITEMS,
      tooMany: tooManyItems,
    };
    const findStore = createStoreLookup(deps);
    const ruleSet = await readRules(db);
    const summary = createPlanSummary(ruleSet);
    let total = 0;
    // Plans the next items while the database stores the previous ones.
    let storing: Promise<void> = Promise.resolve();
    try {
      for await (const chunk of chunks) {
        const items = await planChunk(db, chunk, head, { findStore, summary, ruleSet });
        if (total + items.length > maxItems) throw tooMany();
        await storing;
        storing = insertItems(db, batchId, total, items);
        // Thrown where it is awaited.
        storing.catch(() => {});
        total += items.length;
      }
    } finally {
      await storing;
    }
    for (const ids of groupsOf(summary.itemsToWarn(), ITEMS_PER_STATEMENT))
      await addWarning(db, ids, 'shared_identifier');
    await db.transaction((tx) => finishPlan(tx, batchId, summary.result()));
    return total;
  }

  /**
   * The same for a plan that starts at once. A small one is returned unstored: starting it stores it, in one
   * statement. A large one, or one with nothing to write, is stored, and the batch's id returned.
   */
  async function planToBegin(
    head: BatchHead,
    chunks: AsyncIterable<DraftChunk>,
    findStore: StoreLookup,
  ): Promise<UnstoredPlan | string> {
    const rest = chunks[Symbol.asyncIterator]();
    const [ruleSet, first] = await Promise.all([readRules(db), rest.next()]);
    const second = first.done ? first : await rest.next();
    const isSmall = !first.done && second.done && first.value.drafts.length <= BULK_UPDATE_SYNCHRONOUS_LIMIT;
    if (!isSmall) return planChunks(head, joined([first, second], rest));
    const summary = createPlanSummary(ruleSet);
    const items = await planChunk(db, first.value, head, { findStore, summary, ruleSet });
    const shared = new Set(summary.itemsToWarn());
    const isOpen = items.some(({ status }) => status === 'planned');
    if (!isOpen || items.length > BULK_UPDATE_SYNCHRONOUS_LIMIT) return planChunks(head, [first.value]);
    return {
      batchId: uuidv7(),
      head,
      items: items.map((item) =>
        shared.has(item.id) ? { ...item, warnings: [...item.warnings, 'shared_identifier'] } : item,
      ),
      result: summary.result(),
    };
  }

  return { plan, planChunks, planToBegin };
}

async function planChunk(
  db: Queryable,
  chunk: DraftChunk,
  { origin }: BatchHead,
  { findStore, summary, ruleSet }: { findStore: StoreLookup; summary: PlanSummary; ruleSet: RuleSet },
): Promise<PlannedItem[]> {
  const named = chunk.drafts.flatMap(({ values }) => attributesOf(values));
  const copy = chunk.copy ?? (await readCopy(db, chunk.drafts, named));
  const items: PlannedItem[] = [];
  const refused = chunk.refused ?? [];
  const drafts = chunk.drafts.flatMap(withCallsApart);
  const nextId = idSource(drafts.length + refused.length);
  for (const draft of drafts) {
    const store = await findStore(draft.storeId);
    if (draft.priceChange) summary.concerns(draft.priceChange.attribute);
    items.push(summary.add(planItem(draft, nextId(), { store, copy, origin, rules: ruleSet.rules }), store));
  }
  for (const draft of refused) {
    const store = draft.storeId === null ? null : await findStore(draft.storeId);
    items.push(summary.add(refusedItem(draft, nextId(), store), store));
  }
  return items;
}

/**
 * A shop writes some attributes by separate calls, so they get an item of their own: an item is written
 * atomically.
 */
function withCallsApart(draft: ItemDraft): ItemDraft[] {
  const byCall = Map.groupBy(entriesOf(draft.values), ([attribute, value]) => callOf(attribute, value));
  const { priceChange } = draft;
  const computing = priceChange && callOf(priceChange.attribute);
  if (computing && !byCall.has(computing)) byCall.set(computing, []);
  if (byCall.size <= 1) return [draft];
  return [...byCall].map(([call, entries]) => ({
    ...draft,
    values: fromEntries(entries),
    priceChange: call === computing ? priceChange : undefined,
  }));
}

function callOf(attribute: EditableAttribute, value: AttributeValue = null): string {
  if (isMetafield(attribute)) return 'metafields';
  if (isChannel(attribute)) return value === 'true' ? 'publish' : 'unpublish';
  if (isImageAttribute(attribute)) return attribute;
  if (isListPrice(attribute)) return `list ${listOf(attribute)}`;
  return isStock(attribute) ? 'stock' : 'named';
}

async function insertItems(
  db: Queryable,
  batchId: string,
  firstPosition: number,
  items: readonly PlannedItem[],
): Promise<void> {
  for (const rows of groupsOf(toItemRows(batchId, firstPosition, items), ITEMS_PER_STATEMENT))
    await insertRows(db, 'edit_items', rows);
}

async function* joined(
  begun: readonly IteratorResult<DraftChunk>[],
  rest: AsyncIterator<DraftChunk>,
): AsyncGenerator<DraftChunk, void, void> {
  for (const { done, value } of begun) if (!done) yield value;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Keeps items of one product together, because they are written to the source together. */
function* chunksOf(
  drafts: readonly ItemDraft[],
  refused: readonly RefusedDraft[],
): Generator<DraftChunk, void, void> {
  const byProduct = Map.groupBy(drafts, (draft) => draft.productId);
  let chunk: ItemDraft[] = [];
  for (const ofProduct of byProduct.values()) {
    if (chunk.length > 0 && chunk.length + ofProduct.length > ITEMS_PER_STATEMENT) {
      yield { drafts: chunk };
      chunk = [];
    }
    chunk.push(...ofProduct);
  }
  if (chunk.length > 0) yield { drafts: chunk };
  for (const group of groupsOf(refused, ITEMS_PER_STATEMENT)) yield { drafts: [], refused: group };
}

/** A chunk has been planned when the next one is requested. */
function* reported(
  chunks: Iterable<DraftChunk>,
  onPlanned: (rows: number) => void,
): Generator<DraftChunk, void, void> {
  let rows = 0;
  for (const chunk of chunks) {
    yield chunk;
    rows += chunk.drafts.length + (chunk.refused?.length ?? 0);
    onPlanned(rows);
  }
}

function tooManyItems(): AppError {
  return new AppError({
    code: 'validation_failed',
    detail: `At most ${formatCount(BULK_UPDATE_MAX_ITEMS)} variants can be updated at once. Choose fewer, and repeat for the rest.`,
  });
}

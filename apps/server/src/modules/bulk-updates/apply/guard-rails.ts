import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { currencyIn, type PriceList } from '@storefleet/contract/attributes/list-prices';
import type { BulkUpdateWarningCode } from '@storefleet/contract/constants';
import {
  type BrokenGuardRail,
  type GuardRailFinding,
  isOfWholeUpdate,
} from '@storefleet/contract/edits/guard-rails';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import type { EditBatchStoresRow } from '../../../platform/db/rows.generated.ts';
import { brokenBy } from '../../guard-rails/check-row.ts';
import { brokenByWhole, createFindings } from '../../guard-rails/check-update.ts';
import { type Override, requireOverride } from '../../guard-rails/override.ts';
import { type Rule, type RuleSet, readRules } from '../../guard-rails/rules.ts';
import { readCopy } from '../plan/catalogue-copy.ts';
import { countAgain, countBroken } from '../plan/leave-out.ts';
import type { UnstoredPlan } from '../plan/plan.ts';
import { checkedRow } from '../plan/plan-item.ts';
import { entriesOf, fromEntries, type ItemChanges } from '../values/changes.ts';
import { moveReturnedOfPlan } from './items.repository.ts';
import { lockBatch } from './store-batch.repository.ts';

/** Stored with an applied update: the guard rails it breaks, who overrode them, and why. */
export type Overridden = ReturnType<typeof overriddenBy>;

function overriddenBy(findings: readonly GuardRailFinding[], override: Override | undefined) {
  if (findings.length === 0 || !override) return {};
  const { by, reason } = override;
  return {
    guard_rails: findings,
    override_reason: reason,
    overridden_by: by.id,
    overridden_by_email: by.email,
    overridden_by_name: by.name,
  };
}

/** Throws if guard rails forbid starting a plan now. */
export async function overridePlan(
  db: Queryable,
  plan: UnstoredPlan,
  override: Override | undefined,
  now: Date,
): Promise<Overridden> {
  const { ruleSet, broken, stores } = plan.result;
  const rows = new Map(
    stores.map(({ store, total, failed, unchanged }) => [store.id, total - failed - unchanged]),
  );
  const findings = [...broken, ...brokenByWhole(ruleSet.rules, rows, now)];
  await requireOverride(db, findings, override, {
    author: plan.head.requestedBy.id,
    storeIds: [...rows.keys()],
  });
  return overriddenBy(findings, override);
}

/** The same for a stored, locked plan, after rows were left out. */
export async function overrideStored(
  tx: Queryable,
  batchId: string,
  {
    rules,
    override,
    now,
  }: { readonly rules: readonly Rule[]; readonly override: Override | undefined; readonly now: Date },
): Promise<void> {
  if (rules.length === 0) return;
  const { rows } = await tx.query<{ requested_by: string | null; broken: GuardRailFinding[] }>(
    'select requested_by, guard_rails as broken from edit_batches where id = $1',
    [batchId],
  );
  const [batch] = rows;
  const ofRows = batch?.broken.length ? await countBroken(tx, batchId, rules) : [];
  const stores = await readCounts(tx, batchId);
  const findings = [...ofRows, ...brokenByStored(rules, stores, now)];
  await requireOverride(tx, findings, override, {
    author: batch?.requested_by ?? null,
    storeIds: stores.map(({ store_id }) => store_id),
  });
  const { guard_rails, override_reason, overridden_by, overridden_by_email, overridden_by_name } =
    overriddenBy(findings, override);
  await tx.query(
    `update edit_batches set guard_rails = $2, override_reason = $3, overridden_by = $4, overridden_by_email = $5,
       overridden_by_name = $6
     where id = $1`,
    [
      batchId,
      JSON.stringify(guard_rails ?? []),
      override_reason,
      overridden_by,
      overridden_by_email,
      overridden_by_name,
    ],
  );
}

type StoreCounts = Pick<EditBatchStoresRow, 'store_id' | 'total' | 'failed' | 'unchanged' | 'left_out'>;

async function readCounts(tx: Queryable, batchId: string): Promise<StoreCounts[]> {
  const { rows } = await tx.query<StoreCounts>(
    'select store_id, total, failed, unchanged, left_out from edit_batch_stores where batch_id = $1',
    [batchId],
  );
  return rows;
}

/** The guard rails that a stored plan would break as a whole if applied now. */
export function brokenByStored(
  rules: readonly Rule[],
  stores: readonly StoreCounts[],
  now: Date,
): GuardRailFinding[] {
  const rows = stores.map(
    ({ store_id, total, failed, unchanged, left_out }) =>
      [store_id, total - failed - unchanged - left_out] as const,
  );
  return brokenByWhole(rules, new Map(rows), now);
}

/** The guard rails that a stored plan breaks when applied at one time and reverted at another. */
export async function brokenAt(
  tx: Queryable,
  batchId: string,
  rules: readonly Rule[],
  { starts, ends }: { readonly starts: Date | null; readonly ends: Date | null },
): Promise<{ start: GuardRailFinding[]; end: GuardRailFinding[]; storeIds: string[] }> {
  if (rules.length === 0) return { start: [], end: [], storeIds: [] };
  const stores = await readCounts(tx, batchId);
  const asWhole = (at: Date) => brokenByStored(rules, stores, at);
  return {
    storeIds: stores.map(({ store_id }) => store_id),
    start: starts ? [...(await countBroken(tx, batchId, rules)), ...asWhole(starts)] : [],
    end: ends ? [...(await brokenGoingBack(tx, batchId, rules)), ...asWhole(ends)] : [],
  };
}

/** Written, or going to be, as far as the plan knows. */
const IS_WRITTEN = `item.status in ('planned', 'succeeded') and not exists (
  select from left_out_items left_out where left_out.batch_id = item.batch_id and left_out.item_id = item.id)`;

/** The guard rails that its rows would break if each value were restored. */
async function brokenGoingBack(
  tx: Queryable,
  batchId: string,
  rules: readonly Rule[],
): Promise<GuardRailFinding[]> {
  const findings = createFindings(rules);
  let after: number | null = -1;
  while (after !== null) {
    const items = await readPage(tx, batchId, after, IS_WRITTEN);
    for (const { changes, row } of items) findings.add(brokenBy(rules, row(turnedAround(changes))));
    after = nextPage(items);
  }
  return findings.result();
}

const turnedAround = (changes: ItemChanges): ItemChanges =>
  fromEntries(
    entriesOf(changes).map(([attribute, { old, new: later }]) => [attribute, { old: later, new: old }]),
  );

/** Milliseconds after which costs, tags and vendors of a plan may have changed. */
const CHECK_KEPT_MS = 5 * 60 * 1_000;

/** Checks a plan again if guard rails have changed since, or it has waited; returns the current rules. */
export async function checkAnew(db: Database, batchId: string, now: Date): Promise<RuleSet> {
  const ruleSet = await readRules(db);
  const { rows } = await db.query<{ revision: number; waited: boolean }>(
    `select coalesce(guard_rails_revision, 0) as revision, submitted_at is not null or created_at < $2 as waited
     from edit_batches where id = $1`,
    [batchId, new Date(now.getTime() - CHECK_KEPT_MS)],
  );
  const { revision, waited } = rows[0] ?? { revision: ruleSet.revision, waited: false };
  const looksAtRows = ruleSet.rules.some((rule) => !isOfWholeUpdate(rule.rule));
  if (revision === ruleSet.revision && !(waited && looksAtRows)) return ruleSet;
  await db.transaction(async (tx) => {
    if ((await lockBatch(tx, batchId))?.status !== 'planned') return;
    let after: number | null = -1;
    while (after !== null) after = await checkPage(tx, batchId, ruleSet.rules, after);
    await countAgain(tx, batchId);
    await tx.query('update edit_batches set guard_rails_revision = $2 where id = $1', [
      batchId,
      ruleSet.revision,
    ]);
  });
  return ruleSet;
}

type StoredItem = {
  readonly id: string;
  readonly position: number;
  readonly store_id: string;
  readonly store_currency: string;
  readonly price_lists: readonly PriceList[];
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly changes: ItemChanges;
  readonly warnings: BulkUpdateWarningCode[];
};

const ITEMS_PER_PAGE = 500;

/** Returns the last position, or null at the end. */
async function checkPage(
  tx: Queryable,
  batchId: string,
  rules: readonly Rule[],
  after: number,
): Promise<number | null> {
  const planned = `item.status = 'planned'`;
  let items = await readPage(tx, batchId, after, planned);
  // Without what they hold, most guard rails would not apply to them.
  const missing = items.filter(({ isInCopy }) => !isInCopy).map(({ id }) => id);
  if (missing.length > 0 && (await moveReturnedOfPlan(tx, missing)).size > 0)
    items = await readPage(tx, batchId, after, planned);
  const checked = items.map(({ id, changes, warnings: before, row }) => {
    const guard_rails: BrokenGuardRail[] = brokenBy(rules, row(changes));
    const others = before.filter((code) => code !== 'guard_rail');
    const warnings = guard_rails.length > 0 ? [...others, 'guard_rail'] : others;
    return { id, guard_rails: guard_rails.length > 0 ? guard_rails : null, warnings };
  });
  await tx.query(
    `update edit_items item set guard_rails = checked.guard_rails, warnings = checked.warnings
     from jsonb_to_recordset($1::jsonb) as checked (id uuid, guard_rails jsonb, warnings text[])
     where item.id = checked.id
       and (item.guard_rails is distinct from checked.guard_rails or item.warnings <> checked.warnings)`,
    [JSON.stringify(checked)],
  );
  return nextPage(items);
}

const nextPage = (items: readonly StoredItem[]): number | null =>
  items.length < ITEMS_PER_PAGE ? null : (items.at(-1)?.position ?? null);

/** Items, each with the row that guard rails check. */
async function readPage(tx: Queryable, batchId: string, after: number, condition: string) {
  const { rows: items } = await tx.query<StoredItem>(
    `select item.id, item.position, item.store_id, store.store_currency, item.product_id, item.variant_id,
       item.changes, item.warnings,
       case when source.reads_price_lists then source.price_lists else '[]' end as price_lists
     from edit_items item
     join edit_batch_stores store on store.batch_id = item.batch_id and store.store_id = item.store_id
     left join stores source on source.id = item.store_id
     where item.batch_id = $1 and item.position > $2 and ${condition} and item.product_id is not null
     order by item.position limit ${ITEMS_PER_PAGE}`,
    [batchId, after],
  );
  const copy = await readCopy(
    tx,
    items.map(({ product_id, variant_id }) => ({ productId: product_id, variantId: variant_id })),
  );
  return items.map((item) => {
    const product = copy.products.get(item.product_id);
    const variant = item.variant_id === null ? null : copy.variants.get(item.variant_id);
    const currencyOf = (attribute: EditableAttribute) => currencyIn(item, attribute) ?? '';
    const store = { id: item.store_id, currencyOf };
    const isInCopy = product !== undefined && variant !== undefined;
    return { ...item, isInCopy, row: (changes: ItemChanges) => checkedRow(changes, store, product, variant) };
  });
}

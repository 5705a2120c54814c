import { problems } from '@storefleet/contract/api/problems';
import { attributeWord, declared, type EditableAttribute } from '@storefleet/contract/attributes/attributes';
import {
  compareAtOnList,
  isCompareAtOfList,
  isListPrice,
  listOf,
} from '@storefleet/contract/attributes/list-prices';
import { isStock, locationOf, stockAt } from '@storefleet/contract/attributes/stock';
import type { BulkUpdateOrigin, BulkUpdateWarningCode } from '@storefleet/contract/constants';
import type { PriceChange } from '@storefleet/contract/edits/bulk-updates';
import type { BrokenGuardRail } from '@storefleet/contract/edits/guard-rails';
import { changePrice, currencyDecimals } from '@storefleet/contract/edits/price-change';
import {
  type AttributeValues,
  canonicalValue,
  valueIn,
  valuesAreEqual,
} from '@storefleet/contract/values/attribute-value';
import { metafieldValue } from '@storefleet/contract/values/metafield-values';
import { decimalPlaces } from '@storefleet/contract/values/money/decimal';
import type { EditItemsRow } from '../../../platform/db/rows.generated.ts';
import { brokenBy, type CheckedRow } from '../../guard-rails/check-row.ts';
import type { Rule } from '../../guard-rails/rules.ts';
import { refusalOfRestoredValue, refusalOfValue, valueInCopy } from '../values/attribute-value.ts';
import { attributesOf, entriesOf, fromEntries, type ItemChanges } from '../values/changes.ts';
import type { CatalogueCopy, CopiedProduct, CopiedVariant } from './catalogue-copy.ts';
import type { ItemDraft, RefusedDraft } from './drafts/drafts.ts';
import type { PlanningStore } from './planning-store.ts';
import { warningsOf } from './warnings.ts';

type StoredColumns = Omit<EditItemsRow, 'batch_id' | 'position' | 'current_values' | 'finished_at'>;

/** An item as stored. Its error omits the product's name: the row has it, and answers prefix it. */
export type PlannedItem = Readonly<
  Omit<StoredColumns, 'changes' | 'warnings' | 'guard_rails' | 'status'> & {
    changes: ItemChanges;
    warnings: BulkUpdateWarningCode[];
    guard_rails: BrokenGuardRail[] | null;
    status: 'planned' | 'failed' | 'unchanged';
  }
>;

type Context = {
  readonly store: PlanningStore | null;
  readonly copy: CatalogueCopy;
  readonly origin: BulkUpdateOrigin;
  readonly rules: readonly Rule[];
};

export function planItem(draft: ItemDraft, id: string, { store, copy, origin, rules }: Context): PlannedItem {
  const product = copy.products.get(draft.productId);
  const variant = draft.variantId === null ? null : copy.variants.get(draft.variantId);
  const isRemoved = product === undefined || variant === undefined;
  const removed = isRemoved && store?.readRemoved ? draft.removed : undefined;
  const computed = computedValues(draft, store, variant ?? null);
  const asked = computed?.ok ? { ...draft.values, ...computed.values } : draft.values;
  const values = origin === 'undo' ? asked : withCompareAt(asked, variant ?? null);
  const changes = changesOf({ ...draft, values }, { store, product, variant: variant ?? null });
  const item: PlannedItem = {
    id,
    store_id: store?.id ?? null,
    product_id: draft.productId,
    variant_id: draft.variantId,
    product_source_id: product?.source_id ?? removed?.productSourceId ?? null,
    variant_source_id: variant?.source_id ?? removed?.variantSourceId ?? null,
    product_title: product?.title ?? removed?.productTitle ?? null,
    variant_title: variant?.title ?? removed?.variantTitle ?? null,
    sku: variant?.sku ?? removed?.sku ?? null,
    row_number: draft.rowNumber ?? null,
    changes,
    warnings: [],
    guard_rails: null,
    status: 'planned',
    error: null,
  };
  const error =
    (removed === undefined ? refusalOfTarget(store, product, variant) : null) ??
    (computed?.ok === false ? computed.message : null) ??
    refusalOfChanges(changes, store, origin) ??
    (product === undefined ? null : refusalOfUnread(changes, product, variant ?? null, store));
  if (error !== null) return { ...item, status: 'failed', error };

  // The others are not written, and need no comparison at the source.
  const differing = fromEntries(
    entriesOf(changes).filter(([attribute, change]) => !valuesAreEqual(attribute, change.old, change.new)),
  );
  if (attributesOf(differing).length === 0) return { ...item, status: 'unchanged' };
  const broken =
    store === null || rules.length === 0
      ? []
      : brokenBy(rules, checkedRow(differing, store, product, variant));
  const mayLeave = attributesOf(differing).some((attribute) => store?.decidesOnBelonging(attribute));
  const warnings = warningsOf(differing, variant ?? null);
  if (mayLeave) warnings.push('may_leave_store');
  if (draft.outlastsSale) warnings.push('outlasts_sale');
  if (broken.length > 0) warnings.push('guard_rail');
  return { ...item, changes: differing, warnings, guard_rails: broken.length > 0 ? broken : null };
}

/** The input of guard rails. */
export const checkedRow = (
  changes: ItemChanges,
  { id: storeId, currencyOf }: Pick<PlanningStore, 'id' | 'currencyOf'>,
  product: CopiedProduct | undefined,
  variant: CopiedVariant | null | undefined,
): CheckedRow => ({ storeId, currencyOf, changes, product: product ?? null, variant: variant ?? null });

export function refusedItem(draft: RefusedDraft, id: string, store: PlanningStore | null): PlannedItem {
  return {
    id,
    store_id: store?.id ?? null,
    product_id: draft.productId,
    variant_id: draft.variantId,
    product_source_id: null,
    variant_source_id: null,
    product_title: draft.title,
    variant_title: draft.variantTitle,
    sku: draft.sku,
    row_number: draft.rowNumber,
    changes: draft.changes ?? {},
    warnings: [],
    guard_rails: null,
    status: 'failed',
    error: draft.error,
  };
}

/** A fixed price goes with its compare-at price: what is lost is planned, so that an undo brings it back. */
function withCompareAt(values: AttributeValues, variant: CopiedVariant | null): AttributeValues {
  const lost = attributesOf(values).flatMap((attribute) => {
    if (!isListPrice(attribute) || isCompareAtOfList(attribute) || values[attribute] !== null) return [];
    const other = compareAtOnList(listOf(attribute));
    return other in values || !variant?.list_prices?.[other] ? [] : [[other, null] as const];
  });
  return lost.length === 0 ? values : { ...values, ...Object.fromEntries(lost) };
}

type Computed = { ok: true; values: AttributeValues } | { ok: false; message: string };

function computedValues(
  { priceChange, stockChange, basedOn }: ItemDraft,
  store: PlanningStore | null,
  variant: CopiedVariant | null,
): Computed | null {
  if (priceChange) return computedPrice(priceChange, store, variant);
  if (!stockChange) return null;
  const { location, operation, value } = stockChange;
  const attribute = stockAt(location);
  // Where nothing is known of it, the item is refused as one that was never read.
  const held = Number(basedOn?.[attribute] ?? variant?.stock?.[location] ?? 0);
  return {
    ok: true,
    values: { [attribute]: String(operation === 'increase' ? held + value : held - value) },
  };
}

function computedPrice(
  change: PriceChange,
  store: PlanningStore | null,
  variant: CopiedVariant | null,
): Computed {
  const base = (variant && valueIn(variant, change.base ?? change.attribute)) ?? null;
  const changed = changePrice(change, base, decimalsFor(change.attribute, variant, store));
  return changed.ok ? { ok: true, values: { [change.attribute]: changed.value } } : changed;
}

/** As precise as the currency or the present amount, if the store keeps that. */
function decimalsFor(
  attribute: EditableAttribute,
  variant: CopiedVariant | null,
  store: PlanningStore | null,
): number {
  if (store === null) return 0;
  const held = (variant && valueIn(variant, attribute)) ?? '0';
  const wanted = Math.max(currencyDecimals(store.currencyOf(attribute)), decimalPlaces(held));
  return Math.min(wanted, store.decimalsOf(attribute));
}

function changesOf(
  draft: ItemDraft,
  {
    store,
    product,
    variant,
  }: { store: PlanningStore | null; product: CopiedProduct | undefined; variant: CopiedVariant | null },
): ItemChanges {
  return fromEntries(
    entriesOf(draft.values).map(([attribute, value]) => {
      const seen = draft.basedOn?.[attribute];
      const held = product === undefined ? null : valueInCopy(attribute, product, variant);
      const undoes = draft.undoes?.[attribute];
      const old = seen === undefined ? (held ?? null) : canonicalValue(attribute, seen);
      // What it was before may be spelt as nobody would enter it.
      const definition = undoes === undefined ? store?.definitionOf(attribute) : undefined;
      const spelt = definition ? metafieldValue(definition, value) : canonicalValue(attribute, value);
      const change = { old, new: spelt };
      return [attribute, undoes === undefined ? change : { ...change, undoes }];
    }),
  );
}

/** Refuses an attribute whose old value is unknown, as it could not be restored. */
function refusalOfUnread(
  changes: ItemChanges,
  product: CopiedProduct,
  variant: CopiedVariant | null,
  store: PlanningStore | null,
): string | null {
  if (variant?.tracked === 'false' && attributesOf(changes).some(isStock)) {
    return 'Inventory is not tracked for this variant. Switch its inventory tracking on first.';
  }
  const unread = attributesOf(changes).find((name) => valueInCopy(name, product, variant) === undefined);
  if (unread === undefined) return null;
  if (isStock(unread)) {
    return `The variant is not stocked at ${locationOf(unread)}. Stock it there first.`;
  }
  const isChosen = declared(unread).long === true;
  const first = isChosen
    ? `switch ${declared(unread).plural} on in its settings and sync it`
    : 'sync the store first';
  return `The ${attributeWord(unread, store?.definitionOf)} has not been read from the store yet: ${first}.`;
}

function refusalOfTarget(
  store: PlanningStore | null,
  product: CopiedProduct | undefined,
  variant: CopiedVariant | null | undefined,
): string | null {
  if (store === null) return 'Its store does not exist any more.';
  if (store.refusal !== null) return store.refusal;
  if (product === undefined) return problems.product_not_found.detail;
  if (product.store_id !== store.id) return 'This product belongs to another store than the one named.';
  if (variant === undefined) return 'This variant does not exist any more.';
  if (variant !== null && variant.product_id !== product.id)
    return 'This variant belongs to another product than the one named.';
  return null;
}

function refusalOfChanges(
  changes: ItemChanges,
  store: PlanningStore | null,
  origin: BulkUpdateOrigin,
): string | null {
  if (store === null) return null;
  for (const [attribute, change] of entriesOf(changes)) {
    if (!store.attributes.has(attribute)) return store.refusalOf(attribute);
    // What is there is not written, whatever a person may enter.
    if (valuesAreEqual(attribute, change.old, change.new)) continue;
    const refusal =
      origin === 'undo'
        ? refusalOfRestoredValue(attribute, change.new)
        : (refusalOfValue(attribute, change.new, store.decimalsOf) ?? store.problemOf(attribute, change.new));
    if (refusal !== null) return refusal;
  }
  return null;
}

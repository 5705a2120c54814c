import { EDITABLE_ATTRIBUTES, labelOf } from '@storefleet/contract/attributes/attributes';
import type { Restore } from '@storefleet/contract/catalogue/as-of';
import type { BulkUpdatePreview, ProductReference } from '@storefleet/contract/edits/bulk-updates';
import type { Queryable } from '../../../../platform/db/database.ts';
import { groupsOf } from '../../../../platform/db/statements/groups.ts';
import { invalidField } from '../../../../platform/http/problem.ts';
import { type PastRow, readPast } from '../../../catalogue/past/past-values.ts';
import { changedSince } from '../../../catalogue/past/row-then.ts';
import { refusalOfRestoredValue } from '../../values/attribute-value.ts';
import { fromEntries } from '../../values/changes.ts';
import { type CopiedProduct, type CopiedVariant, readProductsWithVariants } from '../catalogue-copy.ts';
import { createStoreLookup, type PlanningStore, type StoreLookup } from '../planning-store.ts';
import { refuseRepetitions } from '../refusals.ts';
import { type SelectionDeps, selectBySearch } from './draft-selection.ts';
import type { DraftChunk, ItemDraft, PlannerDeps, RefusedDraft } from './drafts.ts';

/** Products read at once. */
const PRODUCTS_PER_CHUNK = 500;

type Chosen = {
  readonly productIds: readonly string[];
  isChosen(variant: CopiedVariant): boolean;
  /** Set if products were named rather than searched for. */
  readonly named?: ReadonlyMap<string, readonly ProductReference[]>;
};

type Selected = Pick<BulkUpdatePreview, 'products_to_update' | 'search'>;

/** Drafts that restore a request's selection to its values at a past moment. */
export async function draftRestore(
  deps: SelectionDeps & Pick<PlannerDeps, 'openStore'>,
  { products_to_update: references = [], search }: Selected,
  restore: Restore,
): Promise<AsyncIterable<DraftChunk>> {
  const chosen = search ? await selectBySearch(deps, search) : await chosenByName(deps.db, references);
  return draftChosen(deps.db, createStoreLookup(deps), chosen, restore);
}

async function chosenByName(db: Queryable, references: readonly ProductReference[]): Promise<Chosen> {
  await refuseRepetitions(db, references);
  const named = Map.groupBy(references, ({ id }) => id);
  return {
    productIds: [...named.keys()],
    isChosen: ({ id, product_id }) =>
      named.get(product_id)?.some(({ selectedVariant }) => !selectedVariant || selectedVariant.id === id) ??
      false,
    named,
  };
}

async function* draftChosen(
  db: Queryable,
  findStore: StoreLookup,
  { productIds, isChosen, named }: Chosen,
  restore: Restore,
): AsyncGenerator<DraftChunk, void, void> {
  const at = new Date(restore.as_of);
  let isEmpty = true;
  for (const ids of groupsOf(productIds, PRODUCTS_PER_CHUNK)) {
    const copy = await readProductsWithVariants(db, ids, EDITABLE_ATTRIBUTES);
    const past = await readPast(db, ids, at);
    const variantsOf = Map.groupBy([...copy.variants.values()].filter(isChosen), (row) => row.product_id);
    const drafts = goneAmong(ids, named, copy.products, copy.variants);
    const refused: RefusedDraft[] = [];
    for (const id of ids) {
      const product = copy.products.get(id);
      const variants = variantsOf.get(id) ?? [];
      if (product === undefined || (variants.length === 0 && !named?.has(id))) continue;
      const storeId = named?.get(id)?.[0]?.store_id ?? product.store_id;
      const store = await findStore(storeId);
      for (const variant of [null, ...variants]) {
        const restored = restoredRow({ product, variant, storeId }, past, { restore, store });
        if (restored.draft) drafts.push(restored.draft);
        refused.push(...restored.refused);
      }
    }
    if (drafts.length + refused.length > 0) isEmpty = false;
    yield { drafts, refused, copy };
  }
  if (isEmpty)
    throw invalidField('restore', 'According to the history, none of these values was different then.');
}

/** Named products that no longer exist, for the plan to mention. */
function goneAmong(
  productIds: readonly string[],
  named: Chosen['named'],
  products: ReadonlyMap<string, unknown>,
  variants: ReadonlyMap<string, unknown>,
): ItemDraft[] {
  const references = productIds.flatMap((id) => named?.get(id) ?? []);
  return references.flatMap(({ id: productId, store_id: storeId, selectedVariant }) => {
    const isGone = !products.has(productId) || (selectedVariant && !variants.has(selectedVariant.id));
    return isGone ? [{ storeId, productId, variantId: selectedVariant?.id ?? null, values: {} }] : [];
  });
}

type Row = { product: CopiedProduct; variant: CopiedVariant | null; storeId: string };

/** The values that a product or variant gets back, and those that it cannot get back. */
function restoredRow(
  { product, variant, storeId }: Row,
  past: ReadonlyMap<string, PastRow>,
  { restore, store }: { restore: Restore; store: PlanningStore | null },
): { draft?: ItemDraft; refused: RefusedDraft[] } {
  const row = variant ?? product;
  const then = past.get(row.id);
  const changed = then === undefined ? [] : changedSince(row, then);
  const judged = changed.map((change) => ({ ...change, error: refusalOf(change, restore, store) }));
  const values = judged.flatMap(({ attribute, then: { value }, error }) =>
    error === null ? [[attribute, value] as const] : [],
  );
  const target = { storeId, productId: product.id, variantId: variant?.id ?? null };
  const names = { title: product.title, variantTitle: variant?.title ?? null, sku: variant?.sku ?? null };
  return {
    ...(values.length > 0 ? { draft: { ...target, values: fromEntries(values) } } : {}),
    refused: judged.flatMap(({ error }) =>
      error === null ? [] : [{ ...target, ...names, rowNumber: null, error }],
    ),
  };
}

function refusalOf(
  { attribute, then }: ReturnType<typeof changedSince>[number],
  { include_uncertain }: Restore,
  store: PlanningStore | null,
): string | null {
  // If nothing can be changed in a store, the plan says so itself.
  if (store === null || store.refusal !== null) return null;
  if (!store.attributes.has(attribute)) return store.refusalOf(attribute);
  const label = labelOf(attribute);
  const refusal = refusalOfRestoredValue(attribute, then.value);
  if (refusal !== null) return `${label} was empty then. ${refusal}`;
  if (then.known || include_uncertain) return null;
  return `${label} is left as it is: what it was then is not certain, only that it was last seen as ${then.value ?? 'empty'}.`;
}

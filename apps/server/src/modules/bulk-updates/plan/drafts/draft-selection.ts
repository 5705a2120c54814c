import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { fixedValues, type VariantFix } from '@storefleet/contract/catalogue/health/variant-fixes';
import { BULK_UPDATE_MAX_PRODUCTS } from '@storefleet/contract/constants';
import type {
  AttributeChanges,
  BulkUpdatePreview,
  DescriptionChange,
  PriceChange,
  ProductReference,
  SearchSelection,
  StockChange,
  TagChange,
} from '@storefleet/contract/edits/bulk-updates';
import { messages } from '@storefleet/contract/messages';
import {
  type AttributeValues,
  canonicalValue,
  changedTags,
  isProductAttribute,
} from '@storefleet/contract/values/attribute-value';
import { changedDescription } from '@storefleet/contract/values/description-change';
import type { Queryable } from '../../../../platform/db/database.ts';
import { groupsOf } from '../../../../platform/db/statements/groups.ts';
import { invalidField } from '../../../../platform/http/problem.ts';
import type { ProductsService } from '../../../products/products.service.ts';
import { attributesOf, entriesOf, flatChanges, fromEntries } from '../../values/changes.ts';
import {
  type CatalogueCopy,
  type CopiedProduct,
  type CopiedVariant,
  readProductsWithVariants,
} from '../catalogue-copy.ts';
import { refuseBrokenBases, refuseContradictions, refuseRepetitions } from '../refusals.ts';
import type { DraftChunk, ItemDraft, RefusedDraft } from './drafts.ts';

/** Products read at once. */
const PRODUCTS_PER_CHUNK = 500;

const NOTHING_TO_FIX = 'Only a person can tell what is right here: open the products and correct them.';

export type SelectionDeps = { db: Queryable; products: Pick<ProductsService, 'select'> };

/** The requested change: values for all, or a price or fix computed for each. */
type Wish = {
  readonly attributes_to_set?: AttributeChanges | undefined;
  readonly price_change?: PriceChange | undefined;
  readonly tag_change?: TagChange | undefined;
  readonly stock_change?: StockChange | undefined;
  readonly description_change?: DescriptionChange | undefined;
  readonly fix?: VariantFix | undefined;
};

/** Drafts of a request's selection, either by product and variant ids or by a search. */
export async function draftSelection(
  deps: SelectionDeps,
  { products_to_update: references, search, ...wish }: BulkUpdatePreview,
): Promise<AsyncIterable<DraftChunk>> {
  if (search !== undefined) return draftSearch(deps, search, wish);
  refuseBrokenBases(references ?? []);
  await refuseRepetitions(deps.db, references ?? []);
  return draftReferences(deps.db, references ?? [], wish);
}

async function* draftReferences(
  db: Queryable,
  references: readonly ProductReference[],
  wish: Wish,
): AsyncGenerator<DraftChunk, void, void> {
  const byProduct = [...Map.groupBy(references, (reference) => reference.id)];
  for (const group of groupsOf(byProduct, PRODUCTS_PER_CHUNK)) {
    const copy = await readProductsWithVariants(
      db,
      group.map(([productId]) => productId),
      attributesIn(
        group.flatMap(([, wanted]) => wanted),
        wish,
      ),
    );
    const variantsOf = variantsByProduct(copy);
    const drafts: ItemDraft[] = [];
    const refused: RefusedDraft[] = [];
    for (const [productId, wanted] of group) {
      drafts.push(...draftProductValues(wanted, wish, copy.products.get(productId)));
      const variants = variantsOf.get(productId) ?? [];
      for (const reference of wanted) {
        const draft = draftOfVariants(reference, wish);
        if (draft === null) continue;
        const isMissing = !copy.products.has(productId);
        if (reference.selectedVariant) drafts.push({ ...draft, variantId: reference.selectedVariant.id });
        else if (isMissing) drafts.push({ ...draft, variantId: null });
        else if (variants.length === 0) refused.push(withoutVariants(reference, copy));
        else drafts.push(...variants.map((variant) => ({ ...draft, variantId: variant.id })));
      }
    }
    yield { drafts, refused, copy };
  }
}

async function draftSearch(
  deps: SelectionDeps,
  search: SearchSelection,
  wish: Wish,
): Promise<AsyncIterable<DraftChunk>> {
  const { productIds, isChosen } = await selectBySearch(deps, search);
  return draftProducts(deps.db, productIds, wish, isChosen);
}

/** Selects by a search. Throws if it finds nothing, or more than can be changed at once. */
export async function selectBySearch({ products }: SelectionDeps, search: SearchSelection) {
  const { productIds, shows } = await products.select(search, BULK_UPDATE_MAX_PRODUCTS + 1);
  if (productIds.length === 0) throw invalidField('search', `${messages.search.empty}.`);
  if (productIds.length > BULK_UPDATE_MAX_PRODUCTS) {
    throw invalidField(
      'search',
      `At most ${BULK_UPDATE_MAX_PRODUCTS} products can be updated at once. Search for something narrower.`,
    );
  }
  const excluded = new Set(search.excluded_variant_ids);
  const isChosen = (variant: CopiedVariant) => shows(variant) && !excluded.has(variant.id);
  return { productIds, isChosen };
}

async function* draftProducts(
  db: Queryable,
  productIds: readonly string[],
  wish: Wish,
  isChosen: (variant: CopiedVariant) => boolean,
): AsyncGenerator<DraftChunk, void, void> {
  let isEmpty = true;
  for (const group of groupsOf(productIds, PRODUCTS_PER_CHUNK)) {
    const copy = await readProductsWithVariants(db, group, attributesIn([], wish));
    const variantsOf = variantsByProduct(copy);
    const drafts: ItemDraft[] = [];
    for (const productId of group) {
      const product = copy.products.get(productId);
      const chosen = (variantsOf.get(productId) ?? []).filter(isChosen);
      // Removed since the search, or all matching variants were excluded.
      if (product === undefined || chosen.length === 0) continue;
      const reference = { store_id: product.store_id, id: productId };
      drafts.push(...draftProductValues([reference], wish, product));
      drafts.push(...draftChosen(reference, chosen, wish));
    }
    if (drafts.length > 0) isEmpty = false;
    yield { drafts, copy };
  }
  if (isEmpty)
    throw invalidField('search', wish.fix ? NOTHING_TO_FIX : 'Select at least one product to update.');
}

function draftChosen(
  reference: ProductReference,
  chosen: readonly CopiedVariant[],
  { fix, ...wish }: Wish,
): ItemDraft[] {
  const draft = draftOfVariants(reference, wish);
  if (draft !== null) return chosen.map((variant) => ({ ...draft, variantId: variant.id }));
  if (fix === undefined) return [];
  return chosen.flatMap((variant) => {
    const values = fixedValues(fix, variant);
    if (attributesOf(values).length === 0) return [];
    return [{ storeId: reference.store_id, productId: reference.id, variantId: variant.id, values }];
  });
}

/** One draft for the product's own attributes, however many of its variants were selected. */
function draftProductValues(
  wanted: readonly ProductReference[],
  wish: Wish,
  product: CopiedProduct | undefined,
): ItemDraft[] {
  const parts = [
    ...wanted.map((reference) => valuesFor(reference, wish, 'product')),
    ...(product ? changedValues(product, wish) : []),
  ];
  const values: AttributeValues = Object.assign({}, ...parts);
  const [first] = wanted;
  if (first === undefined || attributesOf(values).length === 0) return [];
  refuseContradictions(first.id, parts);
  const basedOn: AttributeValues = Object.assign({}, ...wanted.map(valuesSeen));
  return [{ storeId: first.store_id, productId: first.id, variantId: null, values, basedOn }];
}

/** What follows from the product's own values. */
function changedValues(
  { tags, description }: CopiedProduct,
  { tag_change, description_change }: Wish,
): AttributeValues[] {
  return [
    ...(tag_change ? [{ tags: changedTags(tags, tag_change) }] : []),
    ...(description_change
      ? [{ description: changedDescription(description ?? '', description_change) }]
      : []),
  ];
}

/** The new values of each variant of a reference; null if only the product itself changes. */
function draftOfVariants(reference: ProductReference, wish: Wish): Omit<ItemDraft, 'variantId'> | null {
  const values = valuesFor(reference, wish, 'variant');
  const { price_change: priceChange, stock_change: stockChange } = wish;
  if (!priceChange && !stockChange && attributesOf(values).length === 0) return null;
  const target = { storeId: reference.store_id, productId: reference.id, basedOn: valuesSeen(reference) };
  return { ...target, values, ...(priceChange && { priceChange }), ...(stockChange && { stockChange }) };
}

/** A reference's own values override the common ones. */
function valuesFor(reference: ProductReference, wish: Wish, owner: 'product' | 'variant'): AttributeValues {
  const changes = canonical({
    ...flatChanges(wish.attributes_to_set),
    ...flatChanges(reference.attributes_to_set),
  });
  return fromEntries(
    changes.filter(([attribute]) => isProductAttribute(attribute) === (owner === 'product')),
  );
}

function attributesIn(wanted: readonly ProductReference[], wish: Wish): EditableAttribute[] {
  const named = [wish, ...wanted].flatMap(({ attributes_to_set }) =>
    attributesOf(flatChanges(attributes_to_set)),
  );
  return wish.description_change ? [...named, 'description'] : named;
}

const valuesSeen = ({ based_on }: ProductReference): AttributeValues =>
  fromEntries(canonical(based_on ?? {}));

const canonical = (values: Parameters<typeof entriesOf<Parameters<typeof canonicalValue>[1]>>[0]) =>
  entriesOf(values).map(([attribute, value]) => [attribute, canonicalValue(attribute, value)] as const);

function withoutVariants(reference: ProductReference, copy: CatalogueCopy): RefusedDraft {
  return {
    storeId: reference.store_id,
    productId: reference.id,
    variantId: null,
    title: copy.products.get(reference.id)?.title ?? null,
    variantTitle: null,
    sku: null,
    rowNumber: null,
    error: 'This product has no variants.',
  };
}

function variantsByProduct(copy: CatalogueCopy): Map<string, CopiedVariant[]> {
  return Map.groupBy(copy.variants.values(), (variant) => variant.product_id);
}

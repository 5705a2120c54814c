import { PRODUCT_ATTRIBUTES } from '@storefleet/contract/constants';
import { canonicalValue, valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { SourceProduct, SourceVariant } from '../../../connectors/connector.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { type ChangedItem, type ChangedValue, writeHistory } from '../history-writer.ts';
import type { StoredVariant } from './catalogue-diff.ts';
import type { ProductRow, StoredProductRow } from './catalogue-statements.ts';

/** What read the source, and which of its changes stand together. */
export type Finder = { readonly foundBy: 'sync' | 'webhook'; readonly batchId: string };

export type ChangedVariant = { readonly before: StoredVariant; readonly after: SourceVariant };

/** Where a product and its variants were read to hold other values than our copy. */
export function foundChanges(
  before: StoredProductRow,
  after: ProductRow,
  product: SourceProduct,
  variants: readonly ChangedVariant[],
): ChangedItem[] {
  const ofProduct = { product_id: after.id, product_source_id: product.sourceId, product_title: after.title };
  const found: ChangedItem[] = [];
  const add = (changed: ChangedValue[], variant: ChangedVariant | null) => {
    if (changed.length === 0) return;
    const ofVariant = {
      variant_id: variant?.before.id ?? null,
      variant_source_id: variant?.before.source_id ?? null,
      variant_title: variant?.after.title ?? null,
      sku: variant?.after.sku ?? null,
    };
    found.push({ item: { ...ofProduct, ...ofVariant, changes: {} }, changed, oldKnown: false });
  };
  add(differences(PRODUCT_ATTRIBUTES, before, after), null);
  for (const variant of variants) {
    const { compareAtPrice, ...rest } = variant.after;
    const values = { ...rest, compare_at_price: compareAtPrice };
    add(differences(VARIANT_ATTRIBUTES, variant.before, values), variant);
  }
  return found;
}

const VARIANT_ATTRIBUTES = ['price', 'cost', 'compare_at_price', 'barcode', 'sku', 'weight'] as const;

function differences<Attribute extends ChangedValue['attribute']>(
  attributes: readonly Attribute[],
  before: Readonly<Record<Attribute, string | null | readonly string[]>>,
  after: Readonly<Record<Attribute, string | null | readonly string[]>>,
): ChangedValue[] {
  return attributes.flatMap((attribute) => {
    // Most are the same to the letter.
    if (before[attribute] === after[attribute]) return [];
    const old = canonicalValue(attribute, before[attribute]);
    const now = canonicalValue(attribute, after[attribute]);
    return valuesAreEqual(attribute, old, now) ? [] : [{ attribute, old, new: now }];
  });
}

/**
 * Notes what was found in the history, in the transaction that takes it over and holds the products. What an edit of
 * ours may be writing at this moment is left to it, as is what a late answer may still bring: both note their own.
 */
export async function noteFoundChanges(
  tx: Queryable,
  storeId: string,
  { foundBy, batchId }: Finder,
  found: readonly ChangedItem[],
  now: Date,
): Promise<void> {
  if (found.length === 0) return;
  const ours = await readOurs(tx, [...new Set(found.map(({ item }) => item.product_id))]);
  const foreign = found.flatMap((change) => {
    const own = ours.get(change.item.product_id);
    const changed = own ? change.changed.filter(({ attribute }) => !own.has(attribute)) : change.changed;
    return changed.length === 0 ? [] : [{ ...change, changed }];
  });
  if (foreign.length === 0) return;
  const { rows } = await tx.query<{ shop_name: string; store_currency: string | null }>(
    'select shop_name, store_currency from stores where id = $1',
    [storeId],
  );
  const author = {
    batch_id: batchId,
    origin: 'outside',
    found_by: foundBy,
    store_id: storeId,
    store_name: rows[0]?.shop_name ?? '',
    store_currency: rows[0]?.store_currency ?? null,
    requested_by: null,
    requested_by_email: null,
    requested_by_name: null,
    undoes_batch_id: null,
  } as const;
  await writeHistory(tx, author, foreign, now);
}

/** By product: the attributes that an edit under way writes, or one whose answer was lost may still write. */
async function readOurs(
  tx: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await tx.query<{ product_id: string; attributes: string[] }>(
    `select claim.product_id, batch.attributes from edit_claims as claim
     join edit_batches as batch on batch.id = claim.batch_id
     where claim.product_id = any ($1::uuid[])
     union all
     select product_id, array(select jsonb_object_keys(known)) from late_write_checks
     where product_id = any ($1::uuid[])`,
    [productIds],
  );
  const ours = new Map<string, Set<string>>();
  for (const { product_id, attributes } of rows) {
    ours.set(product_id, new Set([...(ours.get(product_id) ?? []), ...attributes]));
  }
  return ours;
}

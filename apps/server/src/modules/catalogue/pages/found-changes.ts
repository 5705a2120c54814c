import { PRODUCT_ATTRIBUTES } from '@storefleet/contract/constants';
import { canonicalValue, valuesAreEqual } from '@storefleet/contract/values/attribute-value';
import type { SourceProduct, SourceVariant } from '../../../connectors/connector.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { orderedIds } from '../../../platform/db/ordered-ids.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { compose } from '../../../platform/db/statement.ts';
import type { ChangedItem, ChangedValue } from '../history-writer.ts';
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
  for (const variant of variants)
    add(differences(VARIANT_ATTRIBUTES, variant.before, valuesOf(variant.after)), variant);
  return found;
}

const VARIANT_ATTRIBUTES = ['price', 'cost', 'compare_at_price', 'barcode', 'sku', 'weight'] as const;

function valuesOf({ price, cost, compareAtPrice, barcode, sku, weight }: SourceVariant) {
  return { price, cost, compare_at_price: compareAtPrice, barcode, sku, weight };
}

function differences<Attribute extends ChangedValue['attribute']>(
  attributes: readonly Attribute[],
  before: Readonly<Record<Attribute, string | null | readonly string[]>>,
  after: Readonly<Record<Attribute, string | null | readonly string[]>>,
): ChangedValue[] {
  const changed: ChangedValue[] = [];
  for (const attribute of attributes) {
    // Most are the same to the letter.
    if (before[attribute] === after[attribute]) continue;
    const old = canonicalValue(attribute, before[attribute]);
    const now = canonicalValue(attribute, after[attribute]);
    if (!valuesAreEqual(attribute, old, now)) changed.push({ attribute, old, new: now });
  }
  return changed;
}

/**
 * Notes what was found in the history, in one statement of the transaction that takes it over and holds the products. What an edit of
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
  const rows = found.flatMap(({ item, changed }) => changed.map((change) => ({ ...item, change })));
  const { text, params } = compose(
    (bind) => `with ours as (
       select claim.product_id, batch.attributes from edit_claims as claim
       join edit_batches as batch on batch.id = claim.batch_id
       where claim.product_id = any (${bind([...new Set(rows.map((row) => row.product_id))])}::uuid[])
       union all
       select product_id, array(select jsonb_object_keys(known)) from late_write_checks
       where store_id = ${bind(storeId)}::uuid
     )
     insert into change_history (changed_at, batch_id, origin, found_by, store_id, store_name, store_currency,
       old_value_known, id, product_id, product_source_id, product_title, variant_id, variant_source_id,
       variant_title, sku, attribute, old_value, new_value)
     select ${bind(now)}::timestamptz, ${bind(batchId)}::uuid, 'outside', ${bind(foundBy)}, stores.id,
       stores.shop_name, stores.store_currency, false, row.*
     from stores, unnest(
       ${bind(orderedIds(rows.length))}::uuid[],
       ${bind(rows.map((row) => row.product_id))}::uuid[],
       ${bind(rows.map((row) => row.product_source_id))}::text[],
       ${bind(rows.map((row) => row.product_title))}::text[],
       ${bind(rows.map((row) => row.variant_id))}::uuid[],
       ${bind(rows.map((row) => row.variant_source_id))}::text[],
       ${bind(rows.map((row) => row.variant_title))}::text[],
       ${bind(rows.map((row) => row.sku))}::text[],
       ${bind(rows.map(({ change }) => change.attribute))}::text[],
       ${bind(rows.map(({ change }) => change.old))}::text[],
       ${bind(rows.map(({ change }) => change.new))}::text[]
     ) as row (id, product_id, product_source_id, product_title, variant_id, variant_source_id, variant_title, sku,
       attribute, old_value, new_value)
     where stores.id = ${bind(storeId)}::uuid and not exists (
       select from ours where ours.product_id = row.product_id and row.attribute = any (ours.attributes)
     )`,
  );
  await tx.query(prepared(text), params);
}

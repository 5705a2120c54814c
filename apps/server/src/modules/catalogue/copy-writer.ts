import {
  LISTED_PLAIN_PRODUCT_ATTRIBUTES,
  PLAIN_PRODUCT_ATTRIBUTES,
  PLAIN_VARIANT_ATTRIBUTES,
} from '@storefleet/contract/attributes/attributes';
import { isListPrice } from '@storefleet/contract/attributes/list-prices';
import { columnOf, isMembership, placeOf } from '@storefleet/contract/attributes/memberships';
import { isMetafield, metafieldOf } from '@storefleet/contract/attributes/metafields';
import { isStock } from '@storefleet/contract/attributes/stock';
import {
  type AttributeValues,
  isProductAttribute,
  splitTags,
} from '@storefleet/contract/values/attribute-value';
import type { Queryable } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/statements/prepared.ts';
import { type Bind, compose } from '../../platform/db/statements/statement.ts';
import { type CatalogueSummary, summariseProduct } from './catalogue-summary.ts';
import {
  FILTER_VALUE_COLUMNS,
  FILTER_VALUE_NAMES,
  type FilteredVariant,
  type FilterValues,
  filterValuesOf,
  VARIANT_COLUMNS,
} from './filter-values.ts';
import { storable } from './history-writer.ts';
import {
  LISTED_PRODUCT_COLUMNS,
  type ListedProductColumns,
  PLAIN_VARIANT_COLUMNS,
  type PlainVariantColumns,
  plainOf,
  setPlainColumns,
} from './plain-columns.ts';
import { writeEditedStock } from './stock/write-stock.ts';

/** Values that the source has for a variant, or for the product itself if `variantId` is null. */
export type HeldValues = {
  readonly productId: string;
  readonly variantId: string | null;
  readonly values: AttributeValues;
};

export type LockedProduct = ListedProductColumns & { readonly id: string; readonly title: string };

/**
 * Copies values of the source into the catalogue. `edited_at` marks the rows as newer than any earlier read
 * of a sync, and the cleared `content_hash` makes the next sync compare them again. Skips rows that a sync
 * has removed meanwhile. Locks products by id, as syncs do.
 */
export async function writeCopy(tx: Queryable, held: readonly HeldValues[], now: Date): Promise<void> {
  const { rows: locked } = await tx.query<LockedProduct>(
    `select id, title${LISTED_PRODUCT_COLUMNS} from products where id = any ($1::uuid[]) order by id for update`,
    [held.map(({ productId }) => productId)],
  );
  const products = await writeVariants(tx, locked, held, now);
  if (products.length === 0) return;
  const { text, params } = compose((bind) => `with ${updateProducts(bind, products, now).join(', ')} select`);
  await tx.query(text, params);
}

/** The first part of the write; returns the products' new columns. Reads what was stored before the lock. */
export async function writeVariants(
  tx: Queryable,
  locked: readonly LockedProduct[],
  held: readonly HeldValues[],
  now: Date,
): Promise<CopiedProduct[]> {
  const ownValues = mergeByProduct(held);
  const products = locked.filter(({ id }) => ownValues.has(id));
  if (products.length === 0) return [];
  await writeEditedStock(tx, held);
  const variants = await updateVariants(tx, [...ownValues.keys()], held, now);
  return products.map(({ id, title, ...plain }) => {
    const values = ownValues.get(id) ?? {};
    const own = variants.get(id) ?? [];
    return {
      id,
      values,
      summary: summariseProduct(values.title ?? title, own),
      filterValues: filterValuesOf(own, { ...plainOf(LISTED_PLAIN_PRODUCT_ATTRIBUTES, plain), ...values }),
    };
  });
}

/** Returns all variants of the products after the update, in each product's order. */
async function updateVariants(
  tx: Queryable,
  productIds: readonly string[],
  held: readonly HeldValues[],
  now: Date,
): Promise<ReadonlyMap<string, SummarisedVariant[]>> {
  const rows = mergeByVariant(held);
  const { rows: variants } = await tx.query<
    Omit<SummarisedVariant, 'plain'> & PlainVariantColumns & { product_id: string }
  >(
    prepared(`with updated as (
       update variants set
         price = case when given.values ? 'price' then (given.values->>'price')::numeric else price end,
         cost = case when given.values ? 'cost' then (given.values->>'cost')::numeric else cost end,
         compare_at_price = case when given.values ? 'compare_at_price'
           then (given.values->>'compare_at_price')::numeric else compare_at_price end,
         weight = case when given.values ? 'weight' then (given.values->>'weight')::numeric else weight end,
         barcode = case when given.values ? 'barcode' then given.values->>'barcode' else barcode end,
         sku = case when given.values ? 'sku' then given.values->>'sku' else sku end,
         ${mergedInto('metafields')}
         ${mergedInto('list_prices')}
         ${setPlainColumns(PLAIN_VARIANT_ATTRIBUTES)}
         edited_at = $1, updated_at = $1
       from (select id, texts::jsonb as values from unnest($2::uuid[], $3::text[]) as row (id, texts)) as given
       where variants.id = given.id
       returning variants.id, ${SUMMARISED_COLUMNS}
     )
     select ${SUMMARISED_NAMES} from updated
     union all
     select ${SUMMARISED_COLUMNS} from variants
     where product_id = any ($4::uuid[]) and id not in (select id from updated)
     order by product_id, position`),
    [
      now,
      [...rows.keys()],
      [...rows.values()].map((values) => JSON.stringify(asColumns(values))),
      productIds,
    ],
  );
  const read = variants.map((row) => ({ ...row, plain: plainOf(PLAIN_VARIANT_ATTRIBUTES, row) }));
  return Map.groupBy(read, (row) => row.product_id);
}

function ofVariant(values: AttributeValues): AttributeValues {
  const own: AttributeValues = {};
  for (const [attribute, value] of entriesOf(values)) {
    if (!isProductAttribute(attribute)) own[attribute] = storable(value ?? null) || null;
  }
  return own;
}

/** As columns: metafields, collections, channels and prices on lists are one object each. */
function asColumns(values: AttributeValues): object {
  const columns: Record<string, unknown> = {};
  const put = (column: string, key: string, value: unknown) => {
    columns[column] = { ...(columns[column] ?? {}), [key]: value };
  };
  for (const [name, value] of entriesOf(values)) {
    if (isMetafield(name)) put('metafields', metafieldOf(name).key, value);
    else if (isMembership(name)) put(columnOf(name), placeOf(name), value);
    else if (isListPrice(name)) put('list_prices', name, value);
    else if (!isStock(name)) columns[name] = value;
  }
  return columns;
}

const mergedInto = (column: string) => `${column} = case when given.values ? '${column}'
           then coalesce(${column}, '{}') || (given.values->'${column}') else ${column} end,`;

function mergeByProduct(held: readonly HeldValues[]): Map<string, AttributeValues> {
  const byProduct = new Map<string, AttributeValues>();
  for (const { productId, values } of held) {
    const own = byProduct.get(productId) ?? {};
    for (const [attribute, value] of entriesOf(values)) {
      if (isProductAttribute(attribute)) own[attribute] = storable(value ?? null);
    }
    byProduct.set(productId, own);
  }
  return byProduct;
}

/** A variant is in several items where they are written by calls of their own, as prices on two lists are. */
function mergeByVariant(held: readonly HeldValues[]): Map<string, AttributeValues> {
  const byVariant = new Map<string, AttributeValues>();
  for (const { variantId, values } of held) {
    if (variantId !== null) byVariant.set(variantId, { ...byVariant.get(variantId), ...ofVariant(values) });
  }
  return byVariant;
}

function entriesOf(values: AttributeValues) {
  return Object.entries(values) as [keyof AttributeValues, AttributeValues[keyof AttributeValues]][];
}

type SummarisedVariant = Parameters<typeof summariseProduct>[1][number] & FilteredVariant;
const SUMMARISED_COLUMNS = `product_id, position, title, sku, barcode, price, cost, compare_at_price as "compareAtPrice",
  inventory_quantity as "inventoryQuantity", weight, weight_unit as "weightUnit"${PLAIN_VARIANT_COLUMNS}`;
const SUMMARISED_NAMES = `product_id, position, title, sku, barcode, price, cost, "compareAtPrice", "inventoryQuantity",
  weight, "weightUnit"${PLAIN_VARIANT_COLUMNS}`;

const SUMMARY_COLUMNS = {
  search_name: 'text',
  search_skus: 'text',
  search_barcodes: 'text',
  variants_count: 'integer',
  price_min: 'numeric',
  price_max: 'numeric',
  cost_min: 'numeric',
  cost_max: 'numeric',
  barcode_min: 'text',
  barcode_max: 'text',
} as const satisfies Record<keyof CatalogueSummary, string>;
const SUMMARY_NAMES = Object.keys(SUMMARY_COLUMNS) as (keyof CatalogueSummary)[];

export type CopiedProduct = {
  readonly id: string;
  readonly values: AttributeValues;
  readonly summary: CatalogueSummary;
  readonly filterValues: FilterValues;
};

/**
 * The parts of a statement that update products and their filter values. One array per column, so the text
 * does not depend on the number of rows.
 */
export function updateProducts(bind: Bind, rows: readonly CopiedProduct[], now: Date): string[] {
  const filterValues = FILTER_VALUE_NAMES.map(
    (name) => `${bind(rows.map((row) => row.filterValues[name]))}::${FILTER_VALUE_COLUMNS[name]}[]`,
  );
  const summaries = SUMMARY_NAMES.map(
    (name) => `${bind(rows.map(({ summary }) => summary[name]))}::${SUMMARY_COLUMNS[name]}[]`,
  );
  const texts = rows.map(({ values }) =>
    JSON.stringify({
      ...asColumns(values),
      ...(values.tags === undefined ? {} : { tags: splitTags(values.tags) }),
    }),
  );
  const time = `${bind(now)}::timestamptz`;
  const given = `given as (
    select row.*, texts::jsonb as values
    from unnest(${bind(rows.map(({ id }) => id))}::uuid[], ${bind(texts)}::text[], ${[...summaries, ...filterValues].join(', ')})
      as row (id, texts, ${[...SUMMARY_NAMES, ...FILTER_VALUE_NAMES].join(', ')})
  )`;
  const copied = `copied as (
    update products set
      title = coalesce(given.values->>'title', products.title),
      handle = case when given.values ? 'handle' then given.values->>'handle' else handle end,
      vendor = case when given.values ? 'vendor' then given.values->>'vendor' else vendor end,
      product_type = case when given.values ? 'product_type' then given.values->>'product_type' else product_type end,
      status = case when given.values ? 'status' then given.values->>'status' else status end,
      tags = case when given.values ? 'tags' then ${TAGS} else tags end,
      ${mergedInto('metafields')}
      ${mergedInto('collections')}
      ${mergedInto('channels')}
      ${setPlainColumns(PLAIN_PRODUCT_ATTRIBUTES)}
      ${FIRST_IMAGE}
      ${SUMMARY_NAMES.map((name) => `${name} = given.${name}`).join(', ')},
      edited_at = ${time}, updated_at = ${time}, filtered_at = ${time}, content_hash = null
    from given where products.id = given.id
  )`;
  const filtered = `filtered as (
    update product_filter_values as f set
      title_key = left(split_part(given.search_name, E'\\n', 2), 100),
      vendor_key = case when given.values ? 'vendor' then filter_key(given.values->>'vendor') else vendor_key end,
      type_key = case when given.values ? 'product_type' then filter_key(given.values->>'product_type') else type_key end,
      status_key = case when given.values ? 'status' then filter_key(given.values->>'status') else status_key end,
      tag_keys = case when given.values ? 'tags' then filter_keys(${TAGS}) else tag_keys end,
      ${VARIANT_COLUMNS.map((name) => `${name} = given.${name}`).join(', ')},
      changed_at = ${time}
    from given where f.product_id = given.id
  )`;
  return [given, copied, filtered];
}

/** What now comes first stands for the product, where it is known what shows it. */
const FIRST_IMAGE = `image_url = case when given.values ? 'image_order' then coalesce((
        select image->>'url' from jsonb_array_elements(gallery::jsonb) as image
        where image->>'id' = split_part(given.values->>'image_order', ' ', 1)), image_url) else image_url end,`;

const TAGS = "array(select jsonb_array_elements_text(given.values->'tags'))";

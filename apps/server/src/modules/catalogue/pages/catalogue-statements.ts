import type { Memberships } from '@storefleet/contract/attributes/memberships';
import { SKIPPED_ROWS_LISTED } from '@storefleet/contract/stores/mssql/constants';
import type { SkippedRow } from '../../../connectors/connector.ts';
import type { JsonValue } from '../../../connectors/json-value.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';
import { LeaseLostError } from '../../../platform/work/lease.ts';
import { ARTICLE_KEY, articleRulesOf } from '../articles/article-keys.ts';
import { VARIANT_COLUMNS } from '../filter-values.ts';
import type { ChangedItem } from '../history-writer.ts';
import { foundParameters, insertFound } from '../note-found.ts';
import { hasFields, haveSameFields } from '../same-fields.ts';
import {
  JSON_COLUMNS,
  PRODUCT_COLUMNS,
  PRODUCT_NAMES,
  PRODUCT_ROW_NAMES,
  PRODUCT_TYPES,
  PRODUCT_UPDATES,
  type ProductRow,
  productArrays,
  unnest,
  VARIANT_NAMES,
  VARIANT_TYPES,
  VARIANT_UPDATES,
  type VariantRow,
  variantArrays,
} from './catalogue-rows.ts';
import { type RunLease, SOURCE_OF_STORE } from './run-lease.ts';

/**
 * Inlines `filter_keys(row.tags)`: calling it per row would cost a sync of new products a tenth of its time.
 */
const FILTER_KEYS = `(
  select coalesce(array_agg(distinct filter_key(tag)) filter (where filter_key(tag) is not null), '{}')
  from unnest(row.tags::text[]) as tag)`;

/** The distinct filter keys of the names in `row`: few, as many products share each. */
const KEYS = `keys as materialized (
    select name, filter_key(name) as key
    from (select vendor as name from row union select product_type from row union select status from row) as names
  )`;

/** Writes the filter values of the products in `row`; `store` and `now` are SQL expressions. */
function writeFilterValues(from: string, store: string, now: string): string {
  const columns = {
    title_key: "left(split_part(row.search_name, E'\\n', 2), 100)",
    vendor_key: 'vendors.key',
    type_key: 'types.key',
    status_key: 'statuses.key',
    tag_keys: FILTER_KEYS,
    changed_at: now,
    media_count: 'row.media_count',
    ...Object.fromEntries(VARIANT_COLUMNS.map((name) => [name, `row.${name}`])),
  };
  const names = Object.keys(columns);
  return `
    insert into product_filter_values (product_id, store_id, ${names.join(', ')})
    select row.id, ${store}, ${Object.values(columns).join(', ')} from ${from}
      left join keys vendors on vendors.name = row.vendor left join keys types on types.name = row.product_type
      left join keys statuses on statuses.name = row.status
    on conflict (product_id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

const UPDATE_PRODUCTS = `
  with row as (
    select * from ${unnest(3, PRODUCT_TYPES, PRODUCT_ROW_NAMES)}
  ), ${KEYS}, updated as (
    update products set ${PRODUCT_UPDATES}, updated_at = $2, filtered_at = $2
    from row where products.id = row.id and products.store_id = $1 returning products.id
  )
  ${writeFilterValues('row join updated on updated.id = row.id', '$1', '$2')}`;

export async function updateProducts(
  tx: Queryable,
  storeId: string,
  now: Date,
  rows: readonly ProductRow[],
): Promise<void> {
  await tx.query(UPDATE_PRODUCTS, [storeId, now, ...productArrays(rows)]);
}

/** All columns of a row, to compare it with one to be written. */
export const STORED_PRODUCT_COLUMNS = `tags, ${[...JSON_COLUMNS, ...PRODUCT_COLUMNS].join(', ')}`;

export type StoredProductRow = Pick<
  ProductRow,
  'tags' | (typeof JSON_COLUMNS)[number] | (typeof PRODUCT_COLUMNS)[number]
>;

/** To be in none is known, unlike what was never read. */
const areSameMemberships = (read: Memberships | null, stored: Memberships | null) =>
  read === null || (stored !== null && haveSameFields(read, stored));

/** True if writing the row would change nothing but its read time and hash. */
export function isStoredAlready(row: ProductRow, stored: StoredProductRow): boolean {
  return (
    PRODUCT_COLUMNS.every(
      (name) => name === 'content_hash' || name === 'read_at' || row[name] === stored[name],
    ) &&
    hasFields(stored.metafields, row.metafields) &&
    areSameMemberships(row.collections, stored.collections) &&
    areSameMemberships(row.channels, stored.channels) &&
    row.tags.length === stored.tags.length &&
    row.tags.every((tag, index) => tag === stored.tags[index])
  );
}

/** Products that already have the values read, and lost their hash to an edit made here. */
export async function rememberRead(tx: Queryable, rows: readonly ProductRow[]): Promise<void> {
  await tx.query(
    `update products set content_hash = row.content_hash, read_at = row.read_at
     from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as row (id, content_hash, read_at)
     where products.id = row.id`,
    [rows.map((row) => row.id), rows.map((row) => row.content_hash), rows.map((row) => row.read_at)],
  );
}

/** For `writeFilterValues`. */
function insertRows(from: string, store: string, now: string): string {
  return `
    insert into products (store_id, ${PRODUCT_NAMES}, created_at, updated_at, filtered_at)
    select ${store}, row.id, row.source_id, row.tags::text[], ${[...JSON_COLUMNS, ...PRODUCT_COLUMNS].map((name) => `row.${name}`).join(', ')},
      ${now}, ${now}, ${now}
    from ${from}`;
}

const INSERT_PRODUCTS = `
  with row as (
    select * from ${unnest(3, PRODUCT_TYPES, PRODUCT_ROW_NAMES)}
  ), ${KEYS}, added as (${insertRows('row', '$1', '$2')})
  ${writeFilterValues('row', '$1', '$2')}`;

/** Outside of a run, for products that a webhook named. */
export async function insertProducts(
  tx: Queryable,
  storeId: string,
  now: Date,
  rows: readonly ProductRow[],
): Promise<void> {
  await tx.query(INSERT_PRODUCTS, [storeId, now, ...productArrays(rows)]);
}

const INSERT_OR_UPDATE_VARIANTS = `
  insert into variants (store_id, ${VARIANT_NAMES}, created_at, updated_at, article_key)
  select $1, row.*, $2, $2, ${ARTICLE_KEY} from ${unnest(4, VARIANT_TYPES, VARIANT_NAMES)} ${articleRulesOf('$1')}
  on conflict (store_id, source_id) do update set ${VARIANT_UPDATES}, updated_at = excluded.updated_at
  where variants.edited_at is null or variants.edited_at < $3`;

/** Outside of a run. Skips variants edited here since they were read. */
export async function writeVariants(
  tx: Queryable,
  storeId: string,
  { readAt, now }: { readonly readAt: Date; readonly now: Date },
  rows: readonly VariantRow[],
): Promise<void> {
  const { rowCount } = await tx.query(INSERT_OR_UPDATE_VARIANTS, [
    storeId,
    now,
    readAt,
    ...variantArrays(rows),
  ]);
  if (rowCount < rows.length) await compareAnew(tx, rows);
}

/** Progress never decreases, and never exceeds an exact count: a restarted export repeats products. */
const PROCESSED = `case when counted_exactly
  then greatest(processed_products, least(processed_products + $10::integer, counted_products))
  else processed_products + $10::integer end`;

/** Whether the batch ends a page with products: the pace is that of whole pages. */
const ENDS_PAGE = '$4 and $10::integer > 0';

/**
 * Writes new products, new and changed variants, the seen list and the checkpoint in one statement: all of
 * it, or nothing if the worker has lost the run. Locks the store's row before the run's, as deleting a store
 * does. Resets the attempts only if the run made progress, so a product that always fails ends the run.
 */
const storeBatchText = (alongWith: string) => `
  with store as materialized (
    select id, ${SOURCE_OF_STORE} as source from stores
    where id = $3 and deleted_at is null and store_status <> 'archived' for key share
  ), run as (
    update sync_runs set
      checkpoint = case when $4 then $5::jsonb else checkpoint end,
      attempt = case when $4 and ${PROCESSED} > processed_products then 0 else attempt end,
      batches = batches + 1,
      pages = pages + $6,
      processed_products = ${PROCESSED},
      total_products = greatest(total_products, ${PROCESSED}),
      created_count = created_count + $7,
      updated_count = updated_count + $8,
      unchanged_count = unchanged_count + $9,
      skipped_count = skipped_count + cardinality($14::text[]),
      paced_from = case when ${ENDS_PAGE} then coalesce(paced_from, $11::timestamptz) else paced_from end,
      paced_from_products = case when ${ENDS_PAGE} then coalesce(paced_from_products, ${PROCESSED})
        else paced_from_products end,
      paced_until = case when ${ENDS_PAGE} then $11::timestamptz else paced_until end,
      stage = case when $10::integer > 0 then 'reading' else stage end,
      waiting_until = null,
      waiting_reason = null,
      heartbeat_at = now()
    from store
    where sync_runs.id = $1 and lease_id = $2 and status = 'in_progress' and sync_runs.store_id = store.id
      and coalesce(sync_runs.source, store.source) = store.source
    returning sync_runs.id, sync_runs.store_id, batches, skipped_count
  ), seen as (
    insert into sync_seen_batches (run_id, batch, source_ids, variant_counts, unread_ids, unread_variant_ids)
    select id, batches, $12::text[], $18::integer[], $16::text[], $17::text[] from run
  ), skipped as (
    insert into sync_skipped_rows (run_id, position, source_key, reason)
    select run.id, skipped_count - cardinality($14::text[]) + row.nth, row.source_key, row.reason
    from run, unnest($14::text[], $15::text[]) with ordinality as row (source_key, reason, nth)
    where skipped_count - cardinality($14::text[]) + row.nth <= ${SKIPPED_ROWS_LISTED}
  ), row as (
    select * from ${unnest(19, PRODUCT_TYPES, PRODUCT_ROW_NAMES)}
  ), ${KEYS}, added as (${insertRows('run, row', 'run.store_id', '$11')}
  ), filtered as (${writeFilterValues('run, row', 'run.store_id', '$11')}
  ), written as (
    insert into variants (store_id, ${VARIANT_NAMES}, created_at, updated_at, article_key)
    select run.store_id, row.*, $11, $11, ${ARTICLE_KEY}
    from run cross join ${unnest(19 + PRODUCT_TYPES.length, VARIANT_TYPES, VARIANT_NAMES)}
    ${articleRulesOf('run.store_id')}
    on conflict (store_id, source_id) do update set ${VARIANT_UPDATES}, updated_at = excluded.updated_at
    where variants.edited_at is null or variants.edited_at < $13
    returning id
  )${alongWith}
  select (select count(*)::integer from written) as written from run`;
const AFTER_ROWS = 19 + PRODUCT_TYPES.length + VARIANT_TYPES.length;
const STORE_BATCH = prepared(storeBatchText(''));
/** Separate because few batches have found changes, and an insert of no rows costs all others as much. */
const STORE_BATCH_AND_FOUND = prepared(
  storeBatchText(`, noted as (${insertFound(AFTER_ROWS, '$3', '$1', '$11')})`),
);

export type BatchToStore = {
  /** The products that were read, each with its number of variants. */
  readonly seen: readonly { readonly sourceId: string; readonly variants: number }[];
  readonly counts: { readonly created: number; readonly updated: number; readonly unchanged: number };
  readonly pages: number;
  /** Null unless the batch is the last of its page; reading would resume before this page. */
  readonly checkpoint: { readonly value: JsonValue } | null;
  readonly readAt: Date;
  readonly now: Date;
  readonly added: readonly ProductRow[];
  readonly variants: readonly VariantRow[];
  readonly skipped: readonly SkippedRow[];
  /** Recorded in the history as changes found by this run. */
  readonly found: readonly ChangedItem[];
};

export async function storeBatch(tx: Queryable, lease: RunLease, batch: BatchToStore): Promise<void> {
  const { checkpoint, counts, seen, variants, skipped, found } = batch;
  const statement = found.length === 0 ? STORE_BATCH : STORE_BATCH_AND_FOUND;
  const { rows } = await tx.query<{ written: number }>(statement, [
    lease.runId,
    lease.leaseId,
    lease.storeId,
    checkpoint !== null,
    checkpoint === null ? null : JSON.stringify(checkpoint.value),
    batch.pages,
    counts.created,
    counts.updated,
    counts.unchanged,
    seen.length,
    batch.now,
    seen.map((product) => product.sourceId),
    batch.readAt,
    skipped.map((row) => storable(row.sourceKey)),
    skipped.map((row) => storable(row.reason)),
    knownIds(skipped.map((row) => row.productId)),
    knownIds(skipped.map((row) => row.variantId)),
    seen.map((product) => product.variants),
    ...productArrays(batch.added),
    ...variantArrays(variants),
    ...(found.length === 0 ? [] : foundParameters({ foundBy: 'sync' }, found)),
  ]);
  const [stored] = rows;
  if (stored === undefined) throw new LeaseLostError();
  if (stored.written < variants.length) await compareAnew(tx, variants);
}

/** A variant edited here stays with its product for now, even if the source has moved it to another. */
async function compareAnew(tx: Queryable, variants: readonly VariantRow[]): Promise<void> {
  const productIds = new Set(variants.map((row) => row.productId));
  await tx.query('update products set content_hash = null where id = any ($1::uuid[])', [[...productIds]]);
}

/** Distinct ids; one that PostgreSQL cannot store matches no row. */
function knownIds(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.flatMap((id) => (id === null || id.includes('\0') ? [] : id)))];
}

/** PostgreSQL's text cannot hold U+0000. */
function storable(text: string): string {
  return text.replaceAll('\0', '');
}

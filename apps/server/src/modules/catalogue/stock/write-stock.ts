import { isStock, locationOf, stockAt } from '@storefleet/contract/attributes/stock';
import { type AttributeValues, attributesOf } from '@storefleet/contract/values/attribute-value';
import type { SourceStock } from '../../../connectors/connector.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { ChangedItem } from '../history-writer.ts';

/** Stores added, removed and renamed locations. */
const WRITE_LOCATIONS = `with read as (select * from unnest($2::text[], $3::text[]) as read (source_id, name)),
  gone as (
    update locations set is_active = false
    where store_id = $1 and is_active and source_id <> all ($2::text[])
  )
  insert into locations (store_id, source_id, name) select $1, source_id, name from read
  on conflict (store_id, source_id) do update set name = excluded.name, is_active = true
  where (locations.name, locations.is_active) is distinct from (excluded.name, true)`;

/**
 * Writes only differences, and skips products edited or read again since this read. $2: the variants that
 * were read; the other arrays, in parallel: the quantities of a variant at a location. Returns the available
 * quantities that changed.
 */
const WRITE_LEVELS = `with
  known as materialized (
    select variants.id, variants.product_id, variants.source_id, variants.title, variants.sku,
      products.source_id as product_source_id, products.title as product_title
    from variants join products on products.id = variants.product_id
    where variants.store_id = $1 and variants.source_id = any ($2::text[])
      and (products.read_at is null or products.read_at <= $6)
      and (variants.edited_at is null or variants.edited_at < $6)
  ),
  read as materialized (
    select known.id as variant_id, locations.id as location_id, locations.name as location, level.available,
      level.committed, level.incoming, level.on_hand
    from unnest($3::text[], $4::text[], $5::integer[], $7::integer[], $8::integer[], $9::integer[])
      as level (variant, location, available, committed, incoming, on_hand)
    join known on known.source_id = level.variant
    join locations on locations.store_id = $1 and locations.source_id = level.location
  ),
  gone as (
    delete from variant_stock stock using known
    where stock.variant_id = known.id and not exists (
      select from read where read.variant_id = stock.variant_id and read.location_id = stock.location_id)
  ),
  differing as materialized (
    select read.*, known.product_id, stock.available as was from read
    join known on known.id = read.variant_id
    left join variant_stock stock using (variant_id, location_id)
    where (stock.product_id, stock.available, stock.committed, stock.incoming, stock.on_hand)
      is distinct from (known.product_id, read.available, read.committed, read.incoming, read.on_hand)
    order by 1, 2
  ),
  added as (
    insert into variant_stock (variant_id, location_id, store_id, product_id, available, committed, incoming, on_hand)
    select variant_id, location_id, $1, product_id, available, committed, incoming, on_hand
    from differing where was is null
    on conflict do nothing
  ),
  changed as (
    update variant_stock stock set product_id = differing.product_id, available = differing.available,
      committed = differing.committed, incoming = differing.incoming, on_hand = differing.on_hand from differing
    where stock.variant_id = differing.variant_id and stock.location_id = differing.location_id
      and stock.available = differing.was
    returning differing.*
  )
  select changed.product_id, known.product_source_id, known.product_title, known.id as variant_id,
    known.source_id as variant_source_id, known.title as variant_title, known.sku,
    changed.location, changed.was, changed.available
  from changed join known on known.id = changed.variant_id
  where changed.was <> changed.available order by known.id, changed.location`;

/**
 * Options rarely change: most pages write none. Products that an edit holds are left to the next read: waiting for them
 * while holding others could end in a deadlock. Those read again since this read keep what they have.
 */
const WRITE_OPTIONS = `with differing as materialized (
    select variants.id, read.options::jsonb as options
    from unnest($2::text[], $3::text[]) as read (source_id, options)
    join variants on variants.store_id = $1 and variants.source_id = read.source_id
    join products on products.id = variants.product_id
    where variants.options is distinct from read.options::jsonb
      and (products.read_at is null or products.read_at <= $4)
    for no key update of products skip locked
  )
  update variants set options = differing.options from differing where variants.id = differing.id`;

/** Runs in the transaction that has stored the variants. Returns the quantities that changed at the source. */
export async function writeStock(
  tx: Queryable,
  storeId: string,
  { locations, variants }: SourceStock,
  readAt: Date,
): Promise<ChangedItem[]> {
  const ids = locations.map(({ sourceId }) => sourceId);
  await tx.query(WRITE_LOCATIONS, [storeId, ids, locations.map(({ name }) => name)]);
  if (variants.length === 0) return [];
  const levels = variants.flatMap(({ variantId, available, setAside }) =>
    [...available].map(([location, quantity]) => ({
      variantId,
      location,
      quantity,
      ...setAside?.get(location),
    })),
  );
  const { rows } = await tx.query<ChangedLevel>(WRITE_LEVELS, [
    storeId,
    variants.map(({ variantId }) => variantId),
    levels.map(({ variantId }) => variantId),
    levels.map(({ location }) => location),
    levels.map(({ quantity }) => quantity),
    readAt,
    levels.map(({ committed }) => committed ?? null),
    levels.map(({ incoming }) => incoming ?? null),
    levels.map(({ onHand }) => onHand ?? null),
  ]);
  const described = variants.filter(({ options }) => options !== undefined);
  if (described.length > 0) {
    const texts = described.map(({ options }) => JSON.stringify(options));
    await tx.query(WRITE_OPTIONS, [storeId, described.map(({ variantId }) => variantId), texts, readAt]);
  }
  return rows.map(({ location, was, available, ...item }) => ({
    item: { ...item, changes: {} },
    changed: [{ attribute: stockAt(location), old: String(was), new: String(available) }],
    oldKnown: false,
  }));
}

type ChangedLevel = Omit<ChangedItem['item'], 'changes'> & {
  readonly location: string;
  readonly was: number;
  readonly available: number;
};

/**
 * Adjusts the variant's total as well, unless a column of its own holds it; the next sync reads it from the source.
 */
const WRITE_EDITED = `with given as materialized (
    select stock.variant_id, stock.location_id, row.available, row.available - stock.available as more
    from unnest($1::uuid[], $2::text[], $3::integer[]) as row (variant_id, location, available)
    join variant_stock stock on stock.variant_id = row.variant_id
    join locations on locations.id = stock.location_id and locations.name = row.location and locations.is_active
  ),
  moved as (
    update variants set inventory_quantity = inventory_quantity + sums.more
    from (select variant_id, sum(more)::integer as more from given group by variant_id) as sums
    where variants.id = sums.variant_id and sums.more <> 0 and not exists (
      select from mssql_field_mappings mapping
      where mapping.store_id = variants.store_id and mapping.target_field = 'inventory_quantity')
  )
  update variant_stock stock set available = given.available, on_hand = stock.on_hand + given.more from given
  where stock.variant_id = given.variant_id and stock.location_id = given.location_id`;

type Held = { readonly variantId: string | null; readonly values: AttributeValues };

/** Stores the quantities that an edit left at the source, before the variants' own columns are written. */
export async function writeEditedStock(tx: Queryable, held: readonly Held[]): Promise<void> {
  const levels = held.flatMap(({ variantId, values }) =>
    attributesOf(values).flatMap((attribute) => {
      const value = values[attribute] ?? null;
      const isLevel = variantId !== null && value !== null && isStock(attribute);
      return isLevel ? [{ variantId, location: locationOf(attribute), available: Number(value) }] : [];
    }),
  );
  if (levels.length === 0) return;
  await tx.query(WRITE_EDITED, [
    levels.map(({ variantId }) => variantId),
    levels.map(({ location }) => location),
    levels.map(({ available }) => available),
  ]);
}

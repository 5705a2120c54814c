import type { Queryable } from '../../../platform/db/database.ts';
import { invalidField } from '../../../platform/http/problem.ts';
import {
  type CopiedProduct,
  type CopiedVariant,
  readProductsWithVariants,
} from '../../bulk-updates/plan/catalogue-copy.ts';
import type { Cell } from './csv-writer.ts';
import { type Found, inChunks } from './product-export.ts';
import type { TableChunk } from './table.ts';

/**
 * Shopify's inventory file: a row for each location that stocks a variant. Its columns are listed at
 * https://help.shopify.com/en/manual/products/inventory/getting-started-with-inventory/inventory-csv. Shopify names
 * a variant by its handle and options, compares “On hand (current)” with what it holds, and sets “On hand (new)”.
 * “Bin name” is left out: no API version in use tells it, and an empty one could clear it.
 */

type Level = {
  readonly location: string;
  readonly available: number;
  readonly committed: number;
  readonly incoming: number;
  readonly on_hand: number;
};
type Options = readonly (readonly [name: string, value: string])[];
type Row = Level & {
  readonly product: CopiedProduct;
  readonly variant: CopiedVariant;
  readonly options: Options;
};

const text = (value: string | null | undefined): Cell => ({ text: value ?? null });
const number = (value: number): Cell => ({ number: String(value) });
const option = (place: number) =>
  [
    [`Option${place} Name`, ({ options }: Row) => text(options[place - 1]?.[0])],
    [`Option${place} Value`, ({ options }: Row) => text(options[place - 1]?.[1])],
  ] as const;

const COLUMNS: readonly (readonly [heading: string, cell: (row: Row) => Cell])[] = [
  ['Handle', ({ product }) => text(product.handle)],
  ['Title', ({ product }) => text(product.title)],
  ...option(1),
  ...option(2),
  ...option(3),
  ['SKU', ({ variant }) => text(variant.sku)],
  ['HS Code', ({ variant }) => text(variant.hs_code)],
  ['COO', ({ variant }) => text(variant.country_of_origin)],
  ['Location', ({ location }) => text(location)],
  ['Incoming (not editable)', ({ incoming }) => number(incoming)],
  ['Unavailable (not editable)', (row) => number(row.on_hand - row.available - row.committed)],
  ['Committed (not editable)', ({ committed }) => number(committed)],
  ['Available (not editable)', ({ available }) => number(available)],
  ['On hand (current)', ({ on_hand }) => number(on_hand)],
  ['On hand (new)', () => text('')],
];

export const INVENTORY_HEADER = COLUMNS.map(([heading]) => heading);

const STORES = `select id from stores where deleted_at is null and stock_per_location
  and ($1::uuid[] is null or id = any ($1::uuid[])) and exists (
    select from locations join variant_stock level on level.location_id = locations.id
    where locations.store_id = stores.id and level.on_hand is not null)`;
const WITH_PRODUCTS = `select id from stores where id = any ($1::uuid[]) and exists (
  select from products where products.store_id = stores.id and products.id = any ($2::uuid[]))`;

const IS_PARTIAL = `select exists (
    select from variant_stock level join locations on locations.id = level.location_id
      join variants on variants.id = level.variant_id
    where locations.store_id = $1 and locations.is_active and level.on_hand is null
      and variants.tracked is distinct from 'false') as is_partial`;

/** Refused unless the file is of one store, as it does not say whose a row is, and lacks none of its rows. */
export async function requireOneStore(
  db: Queryable,
  storeIds: readonly string[] | null,
  found: () => Promise<Found>,
): Promise<void> {
  let stores = await findStoreIds(db, STORES, [storeIds]);
  if (stores.length === 0) throw invalidField('store_ids', NOT_READ);
  // The search may have named one in words.
  if (stores.length > 1) {
    stores = await findStoreIds(db, WITH_PRODUCTS, [stores, (await found()).productIds]);
  }
  if (stores.length !== 1) throw invalidField('store_ids', SEVERAL_STORES);
  const { rows } = await db.query<{ is_partial: boolean }>(IS_PARTIAL, stores);
  if (rows[0]?.is_partial) throw invalidField('store_ids', NOT_READ);
}

async function findStoreIds(db: Queryable, statement: string, params: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(statement, params);
  return rows.map(({ id }) => id);
}

const NOT_READ =
  'What is on hand has not been read of every variant. Switch on stock per location on a Shopify store’s page, and run a full sync.';
const SEVERAL_STORES = 'Shopify’s inventory file is of one store. Choose the store first.';

const LEVELS = `select level.variant_id, variants.options, jsonb_agg(jsonb_build_object('location', locations.name,
    'available', level.available, 'committed', level.committed, 'incoming', level.incoming, 'on_hand', level.on_hand)
    order by lower(locations.name), locations.name) as levels
  from variant_stock level join locations on locations.id = level.location_id
    join stores on stores.id = locations.store_id and stores.stock_per_location
    join variants on variants.id = level.variant_id
  where level.variant_id = any ($1::uuid[]) and locations.is_active and level.on_hand is not null
  group by level.variant_id, variants.options`;

type Stocked = {
  readonly variant_id: string;
  readonly options: Options | null;
  readonly levels: readonly Level[];
};

/** The shown variants that are tracked, in the order of their products. */
export function inventoryRows(
  db: Queryable,
  found: () => Promise<Found>,
  signal: AbortSignal,
): AsyncGenerator<TableChunk, void, void> {
  return inChunks(found, signal, async (ids, shows) => {
    const { products, variants } = await readProductsWithVariants(db, ids);
    const shown = [...variants.values()].filter((variant) => shows(variant) && variant.tracked !== 'false');
    const { rows: stocked } = await db.query<Stocked>(LEVELS, [shown.map(({ id }) => id)]);
    const stockOf = new Map(stocked.map((one) => [one.variant_id, one]));
    const ofProduct = Map.groupBy(shown, (variant) => variant.product_id);
    return ids.flatMap((id) => {
      const product = products.get(id);
      if (product === undefined) return [];
      return (ofProduct.get(id) ?? []).flatMap((variant) => {
        const { levels = [], options } = stockOf.get(variant.id) ?? {};
        return levels.map((level) => {
          const row = { ...level, product, variant, options: options ?? [] };
          return COLUMNS.map(([, cell]) => cell(row));
        });
      });
    });
  });
}

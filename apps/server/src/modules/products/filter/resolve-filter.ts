import type { MetafieldAttribute } from '@storefleet/contract/attributes/metafields';
import {
  NAME_FIELDS,
  type NameField,
  NUMBER_FIELDS,
} from '@storefleet/contract/catalogue/filter/filter-fields';
import { isEmptyFilter, type ProductFilter } from '@storefleet/contract/catalogue/filter/product-filter';
import type { Queryable } from '../../../platform/db/database.ts';
import { type ResolvedCategories, readCategories } from './category-conditions.ts';
import { type ResolvedPriceLists, readPriceLists } from './market-price-conditions.ts';
import { type ResolvedPlaces, readPlaces } from './membership-conditions.ts';
import type { ResolvedMetafields } from './metafield-conditions.ts';

/** A filter with its names resolved to stored ones, so that the planner knows the values. */
export type ResolvedFilter = {
  readonly filter: ProductFilter;
  /** Keys of names; ids of stores. */
  readonly names: Partial<
    Record<NameField, { readonly any: readonly string[]; readonly none: readonly string[] }>
  >;
  /** Ids of locations by lower-case name. */
  readonly locations: Readonly<Record<string, readonly string[]>>;
  /** Price lists by lower-case name. */
  readonly priceLists: ResolvedPriceLists;
  readonly metafields: ResolvedMetafields;
  readonly categories: ResolvedCategories;
  readonly places: { readonly collection: ResolvedPlaces; readonly channel: ResolvedPlaces };
  /** Stores without a completed sync; read only if the filter needs them. */
  readonly neverSynced: readonly string[];
};

/** Whether the narrow rows may not decide. */
export const asksOfVariants = (resolved: ResolvedFilter): boolean =>
  asksMetafieldsOfVariants(resolved) ||
  [...NUMBER_FIELDS, 'stock-at' as const, 'market-price' as const, 'no' as const, 'is' as const].some(
    (field) => resolved.filter[field] !== undefined,
  );

export const asksMetafieldsOfVariants = ({ metafields }: ResolvedFilter): boolean =>
  Object.values(metafields.named).some((names) => names.some((name) => name.startsWith('variant.')));

/** What the narrow rows do not hold. */
const IN_PRODUCTS = [
  'metafield',
  'description',
  'category',
  'collection',
  'channel',
  'stock-at',
  'market-price',
] as const;

/** Whether the result depends on the current time, or on values that the narrow rows do not hold. */
export const isOfNow = ({ filter }: ResolvedFilter): boolean =>
  IN_PRODUCTS.some((field) => filter[field] !== undefined) ||
  [...(filter.no?.all ?? []), ...(filter.no?.none ?? [])].some(
    (missing) => missing === 'description' || missing === 'category',
  ) ||
  [...(filter.changed?.any ?? []), ...(filter.changed?.none ?? [])].some((test) => 'last' in test);

/** Null for an empty filter. */
export async function resolveFilter(
  db: Queryable,
  filter: ProductFilter | undefined,
): Promise<ResolvedFilter | null> {
  return filter === undefined || isEmptyFilter(filter)
    ? null
    : resolveNames(db, filter, filter.is !== undefined);
}

export async function resolveNames(
  db: Queryable,
  filter: ProductFilter,
  withNeverSynced: boolean,
): Promise<ResolvedFilter> {
  const tests = filter.metafield ? [...filter.metafield.any, ...filter.metafield.none] : [];
  const compared = tests.flatMap(({ value }) => (value && 'is' in value ? [value.is] : []));
  const names = NAME_FIELDS.flatMap((field) => [
    ...(filter[field]?.any ?? []),
    ...(filter[field]?.none ?? []),
  ]).concat(compared);
  const keys = names.length === 0 ? new Map<string, string>() : await readKeys(db, names);
  const stores = filter.store || withNeverSynced ? await readStores(db) : [];
  const idsOf = (name: string) => {
    const ids = stores.filter(({ id, key }) => id === name.toLowerCase() || key === keys.get(name));
    return ids.map(({ id }) => id);
  };
  const resolve = (field: NameField, values: readonly string[]) =>
    field === 'store' ? values.flatMap(idsOf) : values.flatMap((name) => keys.get(name) ?? []);
  return {
    filter,
    names: Object.fromEntries(
      NAME_FIELDS.flatMap((field) => {
        const choice = filter[field];
        if (choice === undefined) return [];
        return [[field, { any: resolve(field, choice.any), none: resolve(field, choice.none) }]];
      }),
    ),
    locations: filter['stock-at'] ? await readLocations(db, filter['stock-at']) : {},
    priceLists: await readPriceLists(db, filter['market-price']),
    metafields: {
      keys,
      named:
        tests.length === 0
          ? {}
          : await readMetafields(
              db,
              tests.map(({ name }) => name),
            ),
    },
    categories: filter.category ? await readCategories(db, filter.category) : new Map(),
    places: {
      collection: await readPlaces(db, 'collection', filter.collection),
      channel: await readPlaces(db, 'channel', filter.channel),
    },
    neverSynced: stores.filter((store) => store.never_synced).map(({ id }) => id),
  };
}

async function readKeys(db: Queryable, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ name: string; key: string }>(
    `select name, coalesce(filter_key(name), '') as key from unnest($1::text[]) as name`,
    [names],
  );
  return new Map(rows.map(({ name, key }) => [name, key]));
}

/** Of stores that have their stock read. */
async function readLocations(
  db: Queryable,
  { any, none }: NonNullable<ProductFilter['stock-at']>,
): Promise<Record<string, string[]>> {
  const asked = [...any, ...none].map(({ location }) => location.toLowerCase());
  const { rows } = await db.query<{ key: string; ids: string[] }>(
    `select lower(name) as key, array_agg(locations.id) as ids
     from locations join stores on stores.id = store_id and stock_per_location and deleted_at is null
     where lower(name) = any ($1::text[]) group by lower(name)`,
    [asked],
  );
  return Object.fromEntries(rows.map(({ key, ids }) => [key, ids]));
}

/** What stores read under these names: a namespace and key, or the name of a definition, in any case. */
export async function readMetafields(
  db: Queryable,
  names: readonly string[],
): Promise<ResolvedMetafields['named']> {
  const { rows } = await db.query<{ name: string; attributes: MetafieldAttribute[] }>(
    `select asked.name, array_agg(distinct definition ->> 'owner' || '.metafields.' || (definition ->> 'key')) as attributes
     from (select distinct lower(name) as name from unnest($1::text[]) as name) as asked
     join stores on deleted_at is null
     cross join lateral jsonb_array_elements(stores.metafields) as definition
     where asked.name in (lower(definition ->> 'key'), lower(definition ->> 'name'))
     group by asked.name`,
    [names],
  );
  return Object.fromEntries(rows.map(({ name, attributes }) => [name, attributes]));
}

async function readStores(db: Queryable): Promise<{ id: string; key: string; never_synced: boolean }[]> {
  const { rows } = await db.query<{ id: string; key: string; never_synced: boolean }>(
    `select id, filter_key(shop_name) as key, last_sync_at is null as never_synced from stores
     where deleted_at is null`,
  );
  return rows;
}

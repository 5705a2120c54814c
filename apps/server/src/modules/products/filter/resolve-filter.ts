import {
  NAME_FIELDS,
  type NameField,
  NUMBER_FIELDS,
} from '@storefleet/contract/catalogue/filter/filter-fields';
import { isEmptyFilter, type ProductFilter } from '@storefleet/contract/catalogue/filter/product-filter';
import type { Queryable } from '../../../platform/db/database.ts';

/** A filter with its names resolved to stored ones, so that the planner knows the values. */
export type ResolvedFilter = {
  readonly filter: ProductFilter;
  /** Keys of names; ids of stores. */
  readonly names: Partial<
    Record<NameField, { readonly any: readonly string[]; readonly none: readonly string[] }>
  >;
  /** Ids of locations by lower-case name. */
  readonly locations: Readonly<Record<string, readonly string[]>>;
  /** Stores without a completed sync; read only if the filter needs them. */
  readonly neverSynced: readonly string[];
};

/** Whether the narrow rows may not decide. */
export const asksOfVariants = ({ filter }: ResolvedFilter): boolean =>
  [...NUMBER_FIELDS, 'stock-at' as const, 'no' as const, 'is' as const].some(
    (field) => filter[field] !== undefined,
  );

/** Whether the result depends on the current time, or on stock per location, which the narrow rows do not hold. */
export const isOfNow = ({ filter: { changed, 'stock-at': stock } }: ResolvedFilter): boolean =>
  stock !== undefined || [...(changed?.any ?? []), ...(changed?.none ?? [])].some((test) => 'last' in test);

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
  const names = NAME_FIELDS.flatMap((field) => [
    ...(filter[field]?.any ?? []),
    ...(filter[field]?.none ?? []),
  ]);
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

async function readLocations(
  db: Queryable,
  { any, none }: NonNullable<ProductFilter['stock-at']>,
): Promise<Record<string, string[]>> {
  const asked = [...any, ...none].map(({ location }) => location.toLowerCase());
  const { rows } = await db.query<{ key: string; ids: string[] }>(
    `select lower(name) as key, array_agg(id) as ids from locations
     where lower(name) = any ($1::text[]) group by lower(name)`,
    [asked],
  );
  return Object.fromEntries(rows.map(({ key, ids }) => [key, ids]));
}

async function readStores(db: Queryable): Promise<{ id: string; key: string; never_synced: boolean }[]> {
  const { rows } = await db.query<{ id: string; key: string; never_synced: boolean }>(
    `select id, filter_key(shop_name) as key, last_sync_at is null as never_synced from stores
     where deleted_at is null`,
  );
  return rows;
}

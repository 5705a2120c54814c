import { BY_RULES } from '@storefleet/contract/attributes/memberships';
import type { ProductFilter } from '@storefleet/contract/catalogue/filter/product-filter';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Bind } from '../../../platform/db/statements/statement.ts';

export const MEMBERSHIP_FIELDS = ['collection', 'channel'] as const;
type Field = (typeof MEMBERSHIP_FIELDS)[number];

/** The handle of collections or the name of sales channels, and the stores where a name of the filter means it. */
type Place = { readonly place: string; readonly storeIds: readonly string[] };
/** By the names of the filter. */
export type ResolvedPlaces = ReadonlyMap<string, readonly Place[]>;

/** Names are compared like other names; a collection's handle does as well. */
const FIELDS = {
  collection: {
    column: 'collections',
    place: 'handle',
    isMeant: 'filter_key(title) = filter_key(asked) or handle = lower(asked)',
    held: ['true', BY_RULES],
  },
  channel: {
    column: 'channels',
    place: 'name',
    isMeant: 'filter_key(name) = filter_key(asked)',
    held: ['true'],
  },
} as const;

/** Of stores that have them read. */
export async function readPlaces(
  db: Queryable,
  field: Field,
  choice: ProductFilter[Field],
): Promise<ResolvedPlaces> {
  if (choice === undefined) return new Map();
  const { column, place, isMeant } = FIELDS[field];
  const { rows } = await db.query<Place & { asked: string }>(
    `select asked, ${place} as place, array_agg(store_id) as "storeIds"
     from unnest($1::text[]) as asked join ${column} on ${isMeant}
     where store_id in (select id from stores where reads_${column} and deleted_at is null)
     group by asked, ${place}`,
    [[...new Set([...choice.any, ...choice.none])]],
  );
  return Map.groupBy(rows, ({ asked }) => asked);
}

/** Whether the product of a row `f` is in any of them. An index finds the products. */
export function placesSql(
  field: Field,
  names: readonly string[],
  places: ResolvedPlaces,
  bind: Bind,
): string {
  const { column, held } = FIELDS[field];
  const conditions = names
    .flatMap((name) => places.get(name) ?? [])
    .map(({ place, storeIds }) => {
      const isIn = held.map((how) => `own.${column} @> ${bind(JSON.stringify({ [place]: how }))}::jsonb`);
      return `own.store_id = any(${bind(storeIds)}::uuid[]) and (${isIn.join(' or ')})`;
    });
  if (conditions.length === 0) return 'false';
  const any = conditions.map((condition) => `(${condition})`).join(' or ');
  return `f.product_id in (select own.id from products own where ${any})`;
}

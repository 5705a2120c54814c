import type { SourceChannel, SourceCollection } from '../../../connectors/connector.ts';
import type { Queryable } from '../../../platform/db/database.ts';

type Places = {
  readonly collections?: readonly SourceCollection[] | undefined;
  readonly channels?: readonly SourceChannel[] | undefined;
};

const NO_ID = '00000000-0000-0000-0000-000000000000';
/** Products renamed in one transaction: edits wait for their locks, and the run's heartbeat for its own. */
const RENAMED_AT_ONCE = 1_000;

/** Columns of `products`, each with the column that is the key in it, of the table of the same name. */
const HELD = { collections: 'handle', channels: 'name' } as const;
type Held = keyof typeof HELD;

/** Not those whose name another one has now: products may be in both. */
const renamedSql = (held: Held) => `select old.${HELD[held]} as "from", read.name as "to"
  from unnest($2::text[], $3::text[]) as read (source_id, name)
  join ${held} old on old.store_id = $1 and old.source_id = read.source_id
  where old.${HELD[held]} <> all ($3::text[])`;

/** In the order that edits use, to avoid deadlocks. */
const renameSql = (held: Held) => `with held as materialized (
    select id from products where store_id = $1 and ${held} ?| $2::text[] and id > $4
    order by id limit ${RENAMED_AT_ONCE} for update
  ), renamed as (
    update products set ${held} = (
      select jsonb_object_agg(coalesce(read.name, key), value) from jsonb_each(${held})
      left join unnest($2::text[], $3::text[]) as read (old, name) on old = key
    ) from held where products.id = held.id
  )
  select id from held order by id desc limit 1`;

/**
 * Products hold collections by handle and sales channels by name: another one of the same place is no change of theirs.
 * To be called before products are compared, and the places written, by which a renamed one is known. Each transaction
 * ends before the next one begins.
 */
export async function renamePlaces(
  inTransaction: (work: (tx: Queryable) => Promise<void>) => Promise<void>,
  storeId: string,
  { collections, channels }: Places,
): Promise<void> {
  const handles = collections?.map(({ sourceId, handle }) => ({ sourceId, name: handle }));
  if (handles) await rename(inTransaction, storeId, 'collections', handles);
  if (channels) await rename(inTransaction, storeId, 'channels', channels);
}

async function rename(
  inTransaction: Parameters<typeof renamePlaces>[0],
  storeId: string,
  held: Held,
  read: readonly { readonly sourceId: string; readonly name: string }[],
): Promise<void> {
  const places = [read.map(({ sourceId }) => sourceId), read.map(({ name }) => name)];
  let after: string | undefined = NO_ID;
  while (after !== undefined) {
    const last = after;
    after = undefined;
    await inTransaction(async (tx) => {
      const { rows } = await tx.query<{ from: string; to: string }>(renamedSql(held), [storeId, ...places]);
      if (rows.length === 0) return;
      const names = [rows.map(({ from }) => from), rows.map(({ to }) => to)];
      after = (await tx.query<{ id: string }>(renameSql(held), [storeId, ...names, last])).rows[0]?.id;
    });
  }
}

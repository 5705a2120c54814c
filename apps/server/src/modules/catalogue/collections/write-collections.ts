import type { SourceChannel, SourceCollection } from '../../../connectors/connector.ts';
import type { Queryable } from '../../../platform/db/database.ts';

/** Only where it differs. */
const WRITE_COLLECTIONS = `with read as (
    select * from unnest($2::text[], $3::text[], $4::text[], $5::boolean[]) as read (source_id, handle, title, is_manual)
  ),
  gone as (delete from collections where store_id = $1 and source_id <> all ($2::text[]))
  insert into collections (store_id, source_id, handle, title, is_manual)
  select $1, read.* from read order by source_id
  on conflict (store_id, source_id) do update
  set handle = excluded.handle, title = excluded.title, is_manual = excluded.is_manual
  where (collections.handle, collections.title, collections.is_manual)
    is distinct from (excluded.handle, excluded.title, excluded.is_manual)`;

const RENAMED = `select old.handle as "from", read.handle as "to"
  from unnest($2::text[], $3::text[]) as read (source_id, handle)
  join collections old on old.store_id = $1 and old.source_id = read.source_id and old.handle <> read.handle`;

/** In the order that edits use, to avoid deadlocks. */
const RENAME = `with held as materialized (
    select id from products where store_id = $1 and collections ?| $2::text[] order by id for update
  )
  update products set collections = (
    select jsonb_object_agg(coalesce(renamed.handle, key), value) from jsonb_each(collections)
    left join unnest($2::text[], $3::text[]) as renamed (old, handle) on old = key
  ) from held where products.id = held.id`;

/** Products hold collections by handle: another handle of the same one is no change of theirs. */
async function rename(tx: Queryable, storeId: string, ids: string[], handles: string[]): Promise<void> {
  const { rows } = await tx.query<{ from: string; to: string }>(RENAMED, [storeId, ids, handles]);
  if (rows.length === 0) return;
  await tx.query(RENAME, [storeId, rows.map(({ from }) => from), rows.map(({ to }) => to)]);
}

/** All collections that a store has. Before their products are compared with what was read. */
export async function writeCollections(
  tx: Queryable,
  storeId: string,
  collections: readonly SourceCollection[],
): Promise<void> {
  const ids = collections.map(({ sourceId }) => sourceId);
  const handles = collections.map(({ handle }) => handle);
  await rename(tx, storeId, ids, handles);
  await tx.query(WRITE_COLLECTIONS, [
    storeId,
    ids,
    handles,
    collections.map(({ title }) => title),
    collections.map(({ isManual }) => isManual),
  ]);
}

/** Only where it differs. */
const WRITE_CHANNELS = `with read as (select * from unnest($2::text[], $3::text[]) as read (source_id, name)),
  gone as (delete from channels where store_id = $1 and source_id <> all ($2::text[]))
  insert into channels (store_id, source_id, name) select $1, read.* from read order by source_id
  on conflict (store_id, source_id) do update set name = excluded.name where channels.name <> excluded.name`;

/** All sales channels that a store has. */
export async function writeChannels(
  tx: Queryable,
  storeId: string,
  channels: readonly SourceChannel[],
): Promise<void> {
  await tx.query(WRITE_CHANNELS, [
    storeId,
    channels.map(({ sourceId }) => sourceId),
    channels.map(({ name }) => name),
  ]);
}

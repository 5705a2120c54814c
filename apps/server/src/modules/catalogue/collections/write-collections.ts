import type { SourceChannel, SourceCollection } from '../../../connectors/connector.ts';
import type { Queryable } from '../../../platform/db/database.ts';

const NO_ID = '00000000-0000-0000-0000-000000000000';

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

/** Products renamed in one transaction: edits wait for their locks, and the run's heartbeat for its own. */
const RENAMED_AT_ONCE = 1_000;
/** In the order that edits use, to avoid deadlocks. */
const RENAME = `with held as materialized (
    select id from products where store_id = $1 and collections ?| $2::text[] and id > $4
    order by id limit ${RENAMED_AT_ONCE} for update
  ), renamed as (
    update products set collections = (
      select jsonb_object_agg(coalesce(read.handle, key), value) from jsonb_each(collections)
      left join unnest($2::text[], $3::text[]) as read (old, handle) on old = key
    ) from held where products.id = held.id
  )
  select id from held order by id desc limit 1`;

/**
 * Products hold collections by handle: another handle of the same one is no change of theirs. To be called before
 * `writeCollections`, by which a renamed one is known; each transaction ends before the next one begins.
 */
export async function renameCollections(
  inTransaction: (work: (tx: Queryable) => Promise<void>) => Promise<void>,
  storeId: string,
  collections: readonly SourceCollection[],
): Promise<void> {
  const read = [collections.map(({ sourceId }) => sourceId), collections.map(({ handle }) => handle)];
  let after: string | undefined = NO_ID;
  while (after !== undefined) {
    const from = after;
    after = undefined;
    await inTransaction(async (tx) => {
      const { rows } = await tx.query<{ from: string; to: string }>(RENAMED, [storeId, ...read]);
      if (rows.length === 0) return;
      const handles = [rows.map((row) => row.from), rows.map((row) => row.to)];
      after = (await tx.query<{ id: string }>(RENAME, [storeId, ...handles, from])).rows[0]?.id;
    });
  }
}

/** All collections that a store has. */
export async function writeCollections(
  tx: Queryable,
  storeId: string,
  collections: readonly SourceCollection[],
): Promise<void> {
  await tx.query(WRITE_COLLECTIONS, [
    storeId,
    collections.map(({ sourceId }) => sourceId),
    collections.map(({ handle }) => handle),
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

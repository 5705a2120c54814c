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

import { isMember, type Memberships } from '@storefleet/contract/attributes/memberships';
import type { ChannelList, ProductChannels } from '@storefleet/contract/catalogue/channels';
import type {
  Collection,
  CollectionList,
  ProductCollections,
} from '@storefleet/contract/catalogue/collections';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import { readPast } from '../catalogue/past/past-values.ts';
import { rowThen } from '../catalogue/past/row-then.ts';

export type CollectionsService = ReturnType<typeof createCollectionsService>;

/** One of a handle that several stores have: the title that most of them give it. */
const LIST = `select handle, mode() within group (order by title) as title, bool_or(is_manual) as is_manual,
    count(*)::integer as stores
  from collections join stores on stores.id = store_id and stores.deleted_at is null and stores.reads_collections
  where $1::uuid[] is null or store_id = any ($1::uuid[])
  group by handle order by lower(mode() within group (order by title)), handle`;

const CHANNELS = `select name, count(*)::integer as stores
  from channels join stores on stores.id = store_id and stores.deleted_at is null and stores.reads_channels
  where $1::uuid[] is null or store_id = any ($1::uuid[])
  group by name order by lower(name), name`;

const OF_PRODUCT = `select handle, title, is_manual from collections
  where store_id = $1 and handle = any ($2::text[]) order by lower(title), handle`;

/** Collections and sales channels, as the last sync left them. */
export function createCollectionsService({ db }: { readonly db: Database }) {
  /** Whether the product's store has these read, and what was read of the product. */
  async function membershipsOf(productId: string, kind: 'collections' | 'channels', asOf?: string) {
    const { rows } = await db.query<{ store_id: string; reads: boolean; held: Memberships | null }>(
      `select products.store_id, stores.reads_${kind} as reads, products.${kind} as held
       from products join stores on stores.id = products.store_id
       where products.id = $1 and stores.deleted_at is null`,
      [productId],
    );
    const [product] = rows;
    if (product === undefined) throw new AppError({ code: 'product_not_found' });
    if (asOf === undefined) return product;
    const past = (await readPast(db, [productId], new Date(asOf))).get(productId);
    return { ...product, held: rowThen({ [kind]: product.held }, past)[kind] ?? null };
  }
  return {
    /** `storeIds`: null for all. */
    async list(storeIds: readonly string[] | null): Promise<CollectionList> {
      const { rows } = await db.query<CollectionList['collections'][number]>(LIST, [storeIds]);
      return { collections: rows };
    },

    async ofProduct(productId: string, asOf?: string): Promise<ProductCollections> {
      const {
        store_id,
        reads: reads_collections,
        held,
      } = await membershipsOf(productId, 'collections', asOf);
      if (!reads_collections || held === null) return { reads_collections, collections: null };
      const handles = Object.keys(held).filter((handle) => isMember(held, handle));
      const { rows } = await db.query<Collection>(OF_PRODUCT, [store_id, handles]);
      return { reads_collections, collections: rows };
    },

    async channels(storeIds: readonly string[] | null): Promise<ChannelList> {
      const { rows } = await db.query<ChannelList['channels'][number]>(CHANNELS, [storeIds]);
      return { channels: rows };
    },

    async channelsOf(productId: string, asOf?: string): Promise<ProductChannels> {
      const { store_id, reads: reads_channels, held } = await membershipsOf(productId, 'channels', asOf);
      if (!reads_channels || held === null) return { reads_channels, channels: null };
      const { rows } = await db.query<{ name: string }>(
        'select name from channels where store_id = $1 order by lower(name), name',
        [store_id],
      );
      return {
        reads_channels,
        channels: rows.map(({ name }) => ({ name, is_published: isMember(held, name) })),
      };
    },
  };
}

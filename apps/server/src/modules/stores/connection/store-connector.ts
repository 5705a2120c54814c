import type { StoreType } from '@storefleet/contract/constants';
import type { ConnectionTest } from '@storefleet/contract/stores/connection-test';
import { connectsBy } from '@storefleet/contract/stores/store-kinds';
import type { Connector, SourceChannel, SourceCollection } from '../../../connectors/connector.ts';
import type { ConnectableStore } from '../../../connectors/registry.ts';
import { mssqlStoreOf } from '../mssql-store.ts';
import { metafieldsOf, priceListsOf, type StoreRow } from '../stores.table.ts';
import type { StoresDeps } from '../stores-deps.ts';
import { tokensToTest } from '../tokens/tokens-to-test.ts';

/** A connector for settings as entered; a blank secret stands for that of `own`. */
export function connectTyped(
  deps: StoresDeps,
  input: ConnectionTest & { store_type?: StoreType | undefined },
  own: StoreRow | null,
): Promise<Connector> {
  return deps.connect({
    storeType: own?.store_type ?? input.store_type ?? 'shopify',
    shopUrl: input.shop_url,
    apiVersion: input.api_version,
    accessTokens: tokensToTest(input, own, deps),
    mssql: null,
  });
}

/** A store's credentials for a connector; its token only inside a Secret. */
export async function credentialsOf(deps: StoresDeps, row: StoreRow): Promise<ConnectableStore> {
  const { secretBox, storeTokens } = deps;
  return {
    storeType: row.store_type,
    shopUrl: row.shop_url,
    apiVersion: row.api_version,
    accessTokens: storeTokens.tokensOf(row),
    onDeprecated: (reason) => noteDeprecated(deps, row, reason),
    metafields: metafieldsOf(row),
    descriptions: row.reads_descriptions,
    images: row.reads_images,
    collections: row.reads_collections ? await collectionsOf(deps.db, row.id) : undefined,
    priceLists: row.reads_price_lists ? priceListsOf(row) : undefined,
    channels: row.reads_channels ? await channelsOf(deps.db, row.id) : undefined,
    pointsFloor: row.points_floor,
    stockPerLocation: row.stock_per_location,
    locations: row.stock_per_location ? await locationNames(deps.db, row.id) : [],
    onPoints: (use, spent, status) => deps.points.note(row.id, use, spent, status),
    mssql: connectsBy(row, 'database_login')
      ? mssqlStoreOf(secretBox, row, await deps.mappingsOf(row.id))
      : null,
  };
}

/** A connector for a saved store, which reads what its settings ask for. */
export const connectSaved = async (deps: StoresDeps, row: StoreRow): Promise<Connector> =>
  deps.connect(await credentialsOf(deps, row));

async function locationNames(db: StoresDeps['db'], storeId: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('select name from locations where store_id = $1', [
    storeId,
  ]);
  return rows.map(({ name }) => name);
}

async function channelsOf(db: StoresDeps['db'], storeId: string): Promise<SourceChannel[]> {
  const { rows } = await db.query<SourceChannel>(
    'select source_id as "sourceId", name from channels where store_id = $1',
    [storeId],
  );
  return rows;
}

async function collectionsOf(db: StoresDeps['db'], storeId: string): Promise<SourceCollection[]> {
  const { rows } = await db.query<SourceCollection>(
    `select source_id as "sourceId", handle, title, is_manual as "isManual" from collections where store_id = $1`,
    [storeId],
  );
  return rows;
}

/** Called for each deprecated call; records at most one per day. */
function noteDeprecated({ db, clock, logger }: StoresDeps, { id }: StoreRow, reason: string): void {
  db.query(
    `update stores set api_deprecated_reason = $2, api_deprecated_at = $3
     where id = $1 and (api_deprecated_reason is distinct from $2 or api_deprecated_at < $3::timestamptz - interval '1 day')`,
    [id, reason, clock.now()],
  ).catch((error: unknown) => logger.warn({ err: error, store: id }, 'stores: a deprecation was not noted'));
}

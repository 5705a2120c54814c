import type { Connector, SourceIdentity } from '../../../connectors/connector.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { AppError, conflict } from '../../../platform/http/problem.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { withDeadline } from '../../../platform/resilience/deadline.ts';
import type { StoreRow } from '../stores.table.ts';

/** A shop has several addresses and one id: all of them are one store. */

const SHOP_ID_KEY = 'stores_shop_id_key';
/** Milliseconds that saving a store waits for the shop to identify itself. */
const SAVE_DEADLINE = 5_000;

/**
 * The shop of a store being saved; null if the shop does not respond in time, or refuses: its first sync then
 * asks again.
 */
export async function identifyToSave(
  connect: () => Promise<Connector>,
  { signal, logger }: { signal: AbortSignal | undefined; logger: Logger },
): Promise<SourceIdentity | null> {
  const deadline = withDeadline(SAVE_DEADLINE, signal);
  try {
    return (await (await connect()).identify?.(deadline)) ?? null;
  } catch (error) {
    signal?.throwIfAborted();
    const isNoAnswer = error instanceof SourceError || error instanceof AppError || deadline.aborted;
    if (!isNoAnswer) throw error;
    logger.info({ err: error }, 'stores: a shop did not say which one it is');
    return null;
  }
}

export function identityColumns(identity: SourceIdentity | null): Pick<StoreRow, 'shop_id' | 'shop_domains'> {
  return { shop_id: identity?.id ?? null, shop_domains: identity?.domains ?? [] };
}

/** Throws a conflict naming the other store if the shop is already connected under another address. */
export async function rememberIdentity(
  db: Queryable,
  store: Pick<StoreRow, 'id' | 'shop_url'>,
  { id, domains }: SourceIdentity,
): Promise<void> {
  try {
    await db.query(
      `update stores set shop_id = $3,
         shop_domains = case when shop_id = $3 then array(select distinct unnest(shop_domains || $4::text[]) order by 1) else $4 end
       where id = $1 and shop_url = $2 and deleted_at is null
         and (shop_id is distinct from $3 or not shop_domains @> $4::text[])`,
      [store.id, store.shop_url, id, domains],
    );
  } catch (error) {
    throw (await asSecondAddress(db, error, store.shop_url, id)) ?? error;
  }
}

/** Null unless the error means that the shop is already connected. */
export async function asSecondAddress(
  db: Queryable,
  error: unknown,
  shopUrl: string,
  shopId: string,
): Promise<AppError | null> {
  if (!isUniqueViolation(error, SHOP_ID_KEY)) return null;
  const sentence = await connectedAlready(db, { shopUrl, shopId });
  return conflict(sentence ?? `${shopUrl} is connected already.`, 'store_already_exists', { cause: error });
}

/** Names the store other than `ownId` that has the shop; null if there is none. */
export async function connectedAlready(
  db: Queryable,
  { shopUrl, shopId, ownId = null }: { shopUrl: string; shopId: string; ownId?: string | null },
): Promise<string | null> {
  const { rows } = await db.query<{ shop_name: string; shop_url: string }>(
    'select shop_name, shop_url from stores where shop_id = $1 and id is distinct from $2 and deleted_at is null',
    [shopId, ownId],
  );
  const [other] = rows;
  return other === undefined
    ? null
    : `${shopUrl} is another address of a shop that is connected already as "${other.shop_name}" ` +
        `(${other.shop_url}). A shop can be connected only once.`;
}

/** One app may be installed in several shops, and signs for all of them with one secret. */
export function isDomainOf(store: Pick<StoreRow, 'shop_url' | 'shop_domains'>, domain: string): boolean {
  const asked = domain.toLowerCase();
  return [store.shop_url, ...store.shop_domains].some((known) => known.replace(/:\d+$/, '') === asked);
}

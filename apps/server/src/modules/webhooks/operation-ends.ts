import type { EndReports } from '../../connectors/shopify/bulk/bulk-operations.ts';
import { OPERATION_FINISHED } from '../../connectors/shopify/webhooks/webhook-delivery.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Listening } from '../../platform/db/listen.ts';
import { type Delivery, INSERT_DELIVERY } from './changes.repository.ts';

/**
 * The end of a shop's bulk operation wakes whoever follows it, in whichever process. Nothing is stored: what nobody
 * follows at that moment is polled as soon as somebody does.
 */
const CHANNEL = 'storefleet_ended_operations';
const nameOf = (shopUrl: string, operationId: string) => `${shopUrl} ${operationId}`;

/** Listens to the database on one connection, as long as an operation is followed. */
export function createOperationEnds(db: Pick<Database, 'listen' | 'query'>) {
  const listeners = new Map<() => void, string>();
  let listening: Promise<Listening> | null = null;

  const open = () =>
    db.listen(
      CHANNEL,
      (name) => {
        for (const [onReport, awaited] of listeners) if (awaited === name) onReport();
      },
      () => {
        // Notifications sent while disconnected are lost.
        for (const onReport of listeners.keys()) onReport();
      },
    );

  async function stop(listener: () => void): Promise<void> {
    listeners.delete(listener);
    if (listeners.size > 0 || listening === null) return;
    const last = listening;
    listening = null;
    await last.then(
      (opened) => opened.close(),
      () => {},
    );
  }

  return {
    of: (shopUrl: string): EndReports => ({
      async listen(operationId, onReport) {
        if (!(await isRegistered(db, shopUrl))) return null;
        const listener = () => onReport();
        listeners.set(listener, nameOf(shopUrl, operationId));
        listening ??= open();
        try {
          await listening;
        } catch (error) {
          await stop(listener);
          throw error;
        }
        return () => stop(listener);
      },
    }),
  };
}

async function isRegistered(db: Queryable, shopUrl: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from store_webhooks own join stores on stores.id = own.store_id
     where shop_url = $1 and deleted_at is null and enabled and $2 = any (registered_topics)`,
    [shopUrl, OPERATION_FINISHED],
  );
  return rows.length > 0;
}

/** Notifies all processes once for each delivery. False if it was received before. */
export async function reportEnd(
  db: Queryable,
  { storeId, webhookId, topic }: Delivery,
  { shopUrl, operationId }: { readonly shopUrl: string; readonly operationId: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with delivery as (${INSERT_DELIVERY}) select pg_notify('${CHANNEL}', $5) from delivery`,
    [storeId, webhookId, topic, now, nameOf(shopUrl, operationId)],
  );
  return rowCount > 0;
}

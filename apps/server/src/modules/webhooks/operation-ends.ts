import type { EndReports } from '../../connectors/shopify/bulk/bulk-operations.ts';
import { OPERATION_FINISHED } from '../../connectors/shopify/webhooks/webhook-delivery.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type WakeUps, WORK_CHANNEL } from '../../platform/work/wake-ups.ts';
import { type Delivery, INSERT_DELIVERY } from './changes.repository.ts';

/**
 * The end of a shop's bulk operation wakes whoever follows it, in whichever process. Nothing is stored: what nobody
 * follows at that moment is polled as soon as somebody does.
 */
const eventOf = (shopUrl: string, operationId: string) => `end of ${operationId} at ${shopUrl}`;

export const createOperationEnds =
  (db: Queryable, wakeUps: Pick<WakeUps, 'listen'>) =>
  (shopUrl: string): EndReports => ({
    async listen(operationId, onReport) {
      if (!(await isRegistered(db, shopUrl))) return null;
      return wakeUps.listen(eventOf(shopUrl, operationId), onReport);
    },
  });

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
    `with delivery as (${INSERT_DELIVERY}) select pg_notify('${WORK_CHANNEL}', $5) from delivery`,
    [storeId, webhookId, topic, now, eventOf(shopUrl, operationId)],
  );
  return rowCount > 0;
}

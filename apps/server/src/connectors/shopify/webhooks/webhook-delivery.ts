import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_TOPICS, type WebhookTopic } from '@storefleet/contract/constants';
import { z } from 'zod';
import type { Secret } from '../../../platform/crypto/secret.ts';

/**
 * What we take from a delivery: that a product may have changed, or an operation ended. Its values are ignored
 * and fetched instead.
 */

export const OPERATION_FINISHED = 'bulk_operations/finish' satisfies WebhookTopic;

/**
 * Whether the bytes of a body are signed with the app's secret: base64 of HMAC-SHA256, compared in constant
 * time.
 */
export function isSignedWith(secret: Secret, body: Uint8Array, signature: string): boolean {
  const expected = createHmac('sha256', secret.reveal()).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** What may have changed, by an id for `readProducts`. */
export type ToldChange = { readonly sourceId: string; readonly isDeleted: boolean };

const GLOBAL_ID = /^gid:\/\/shopify\/\w+\/\d+$/;
/** As text, because `JSON.parse` rounds ids beyond 2^53. It is all that a deletion contains. */
const FIRST_ID = /^\s*\{\s*"id"\s*:\s*"?(\d+)/;
/** The only id of an inventory level in deliveries: `inventory_levels/disconnect` sends nothing else. */
const ITEM_ID = /"inventory_item_id"\s*:\s*"?(\d+)/;
const payloadSchema = z.object({ admin_graphql_api_id: z.string().regex(GLOBAL_ID).optional() });

/** Null for another topic, or a body that names nothing. */
export function changeIn(topic: string, body: string): ToldChange | null {
  if (!isWebhookTopic(topic) || topic === OPERATION_FINISHED) return null;
  if (topic.startsWith('inventory_levels/')) {
    const item = ITEM_ID.exec(body)?.[1];
    return item === undefined ? null : { sourceId: `gid://shopify/InventoryItem/${item}`, isDeleted: false };
  }
  const type = topic.startsWith('products/') ? 'Product' : 'InventoryItem';
  const payload = payloadIn(body);
  if (payload === null) return null;
  const id = FIRST_ID.exec(body)?.[1];
  const sourceId = payload.admin_graphql_api_id ?? (id === undefined ? null : `gid://shopify/${type}/${id}`);
  if (sourceId === null || !sourceId.startsWith(`gid://shopify/${type}/`)) return null;
  return { sourceId, isDeleted: topic === 'products/delete' };
}

/** The bulk operation that is said to have ended; null for another topic, or a body that names none. */
export function endedOperationIn(topic: string, body: string): string | null {
  const id = topic === OPERATION_FINISHED ? payloadIn(body)?.admin_graphql_api_id : undefined;
  return id?.startsWith('gid://shopify/BulkOperation/') ? id : null;
}

function payloadIn(body: string): z.output<typeof payloadSchema> | null {
  try {
    return payloadSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

function isWebhookTopic(topic: string): topic is WebhookTopic {
  return WEBHOOK_TOPICS.some((known) => known === topic);
}

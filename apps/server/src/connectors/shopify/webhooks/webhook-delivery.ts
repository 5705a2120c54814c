import { createHmac, timingSafeEqual } from 'node:crypto';
import { WEBHOOK_TOPICS, type WebhookTopic } from '@storefleet/contract/constants';
import { z } from 'zod';
import type { Secret } from '../../../platform/crypto/secret.ts';

/** Reads Shopify's deliveries, which only say that a product may have changed; its values are fetched. */

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
const payloadSchema = z.object({ admin_graphql_api_id: z.string().regex(GLOBAL_ID).optional() });

/** Null for an unknown topic, or a body without an id. */
export function changeIn(topic: string, body: string): ToldChange | null {
  if (!isWebhookTopic(topic)) return null;
  const type = topic.startsWith('products/') ? 'Product' : 'InventoryItem';
  const payload = payloadIn(body);
  if (payload === null) return null;
  const id = FIRST_ID.exec(body)?.[1];
  const sourceId = payload.admin_graphql_api_id ?? (id === undefined ? null : `gid://shopify/${type}/${id}`);
  if (sourceId === null || !sourceId.startsWith(`gid://shopify/${type}/`)) return null;
  return { sourceId, isDeleted: topic === 'products/delete' };
}

function payloadIn(body: string): z.output<typeof payloadSchema> | null {
  try {
    return payloadSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

export function isWebhookTopic(topic: string): topic is WebhookTopic {
  return WEBHOOK_TOPICS.some((known) => known === topic);
}

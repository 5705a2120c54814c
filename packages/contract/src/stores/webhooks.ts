import { z } from 'zod';
import { StoreParams, Timestamp } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { WEBHOOK_TOPICS } from '../constants.ts';

/** Whether a shop notifies Storefleet of changes, which keeps the catalogue fresh between syncs. */
export const StoreWebhooks = model('StoreWebhooks', {
  enabled: z.boolean().describe('Whether they are enabled'),
  active: z.boolean().describe('Whether the shop has all of them registered'),
  unavailable_because: z
    .string()
    .nullable()
    .describe('Why they cannot be switched on, as a sentence; null when they can'),
  error: z
    .string()
    .nullable()
    .describe('Why registration, or processing a delivery, last failed, or why deliveries are refused'),
  topics: z.array(z.object({ topic: z.enum(WEBHOOK_TOPICS), registered: z.boolean() })),
  last_received_at: Timestamp.nullable(),
});
export type StoreWebhooks = z.infer<typeof StoreWebhooks>;

export const webhookRoutes = {
  get: defineRoute('webhooks.get', {
    summary: 'Read the webhook status of a shop',
    params: StoreParams,
    response: StoreWebhooks,
  }),
  enable: defineRoute('webhooks.enable', {
    summary: 'Enable the webhooks of a shop',
    params: StoreParams,
    response: StoreWebhooks,
  }),
  disable: defineRoute('webhooks.disable', {
    summary: 'Disable the webhooks of a shop',
    params: StoreParams,
    response: StoreWebhooks,
  }),
};

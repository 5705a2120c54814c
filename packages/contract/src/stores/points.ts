import { z } from 'zod';
import { StoreParams, Timestamp, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';

/** An app's points at a shop, as of the shop's last response. */
export const StorePoints = model('StorePoints', {
  store_id: Uuid,
  maximum: z.int().min(0),
  available: z
    .int()
    .min(0)
    .describe('Points available when measured; `restore_rate` is added each second since'),
  restore_rate: z.number().min(0).describe('Points restored per second'),
  measured_at: Timestamp,
  floor: z.int().min(0).describe('Syncs and webhooks pause when fewer than these would be left for edits'),
  used: z
    .object({ syncs: z.int().min(0), edits: z.int().min(0), webhooks: z.int().min(0) })
    .describe('Points spent since `used_since`, at most about a minute ago'),
  used_since: Timestamp,
});
export type StorePoints = z.infer<typeof StorePoints>;

export const pointRoutes = {
  get: defineRoute('stores.points', {
    summary: 'The rate budget of the shop: available points and who spends them',
    description:
      'Taken from regular responses of the shop, without a request of its own. Null before the first one.',
    params: StoreParams,
    response: z.object({ points: StorePoints.nullable() }).meta({ id: 'StorePointsNow' }),
  }),
};

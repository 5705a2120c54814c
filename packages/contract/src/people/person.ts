import { z } from 'zod';
import { Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { SEEN_STORES_MAX } from '../constants.ts';
import { ROLES } from './permissions.ts';

/** A member as stored in records, which outlive the account. */
export const Person = model('Person', { id: Uuid, name: z.string().nullable(), email: z.string() });
export type Person = z.infer<typeof Person>;

export const RoleName = z
  .enum(ROLES, { error: 'Choose a role.' })
  .meta({ id: 'Role', description: 'Role: read, plan, change products, or everything' });

export const SeenStoreIds = z
  .array(Uuid)
  .nullable()
  .describe('The visible stores, among those visible to you; null for all, including stores added later');

/** The stores that a member or an API key is limited to; excludes stores added later. */
export const SeenStores = z
  .array(Uuid, { error: 'Choose the stores.' })
  .min(1, { error: 'Choose at least one store.' })
  .max(SEEN_STORES_MAX, { error: `Choose at most ${SEEN_STORES_MAX} stores.` })
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))].sort())
  .nullable();

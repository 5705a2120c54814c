import { z } from 'zod';
import { Uuid } from '../api/common.ts';
import { ROLES } from './permissions.ts';

/** A member of the team as records remember them, also after their account is gone. */
export const Person = z
  .object({ id: Uuid, name: z.string().nullable(), email: z.string() })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof Person>;

export const RoleName = z
  .enum(ROLES, { error: 'Choose a role.' })
  .meta({ id: 'Role', description: 'What a member may do: read, plan, change products, or everything' });

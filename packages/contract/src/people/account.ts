import { z } from 'zod';
import { Timestamp, Uuid } from '../api/common.ts';
import { defineRoute } from '../api/route.ts';
import { RoleName } from './person.ts';

/** Somebody was shown a link that signs in as this person. */
export const AccountNotice = z
  .object({
    id: Uuid,
    actor_email: z
      .string()
      .nullable()
      .describe('Null where it was somebody at the shell of the server, or a program with a service key'),
    created_at: Timestamp,
  })
  .meta({ id: 'AccountNotice' });
export type AccountNotice = z.infer<typeof AccountNotice>;

export const Account = z
  .object({
    id: Uuid,
    email: z.string(),
    name: z.string().nullable(),
    role: RoleName,
    notices: z.array(AccountNotice),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof Account>;

export const accountRoutes = {
  get: defineRoute('account.get', {
    summary: 'The signed-in person, and what they have to be told',
    response: Account,
  }),
  dismissNotice: defineRoute('account.dismissNotice', {
    summary: 'Dismiss a notice',
    params: z.object({ noticeId: Uuid }),
    response: Account,
  }),
};

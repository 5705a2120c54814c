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

/** Where somebody is signed in. */
export const AccountSession = z
  .object({
    id: Uuid,
    user_agent: z.string().nullable().describe('As the browser names itself'),
    address: z.string().nullable().describe('The IP address of the sign-in'),
    began_at: Timestamp,
    last_used_at: Timestamp.describe('To the minute'),
    is_current: z.boolean().describe('Whether it is the one that asks'),
  })
  .meta({ id: 'AccountSession' });
export type AccountSession = z.infer<typeof AccountSession>;

export const AccountSessions = z
  .object({
    sessions: z.array(AccountSession),
    managed_at: z
      .url()
      .nullable()
      .describe('The hosted project that keeps the sessions instead; null without one'),
  })
  .meta({ id: 'AccountSessions' });
export type AccountSessions = z.infer<typeof AccountSessions>;

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
  sessions: defineRoute('account.sessions', {
    summary: 'Where the signed-in person is signed in, last used first',
    response: AccountSessions,
  }),
  endSession: defineRoute('account.endSession', {
    summary: 'End one of one’s own sessions at once',
    params: z.object({ sessionId: Uuid }),
    response: AccountSessions,
  }),
};

import { z } from 'zod';
import { Timestamp, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { RoleName, SeenStoreIds } from './person.ts';

/** A link that signs in as this person was shown to somebody else. */
export const AccountNotice = model('AccountNotice', {
  id: Uuid,
  actor_email: z.string().nullable().describe('Null for the server’s shell, or a program with a service key'),
  created_at: Timestamp,
});
export type AccountNotice = z.infer<typeof AccountNotice>;

export const Account = model('Account', {
  id: Uuid,
  email: z.string(),
  name: z.string().nullable(),
  role: RoleName,
  store_ids: SeenStoreIds,
  notices: z.array(AccountNotice),
});
export type Account = z.infer<typeof Account>;

/** One of the person's sessions. */
export const AccountSession = model('AccountSession', {
  id: Uuid,
  user_agent: z.string().nullable().describe('From the browser’s user agent'),
  address: z.string().nullable().describe('The IP address of the sign-in'),
  began_at: Timestamp,
  last_used_at: Timestamp.describe('Precise to the minute'),
  is_current: z.boolean().describe('Whether this is the current session'),
});
export type AccountSession = z.infer<typeof AccountSession>;

export const AccountSessions = model('AccountSessions', {
  sessions: z.array(AccountSession),
  managed_at: z.url().nullable().describe('The hosted project that manages sessions; null if there is none'),
});
export type AccountSessions = z.infer<typeof AccountSessions>;

/** The signed-in person's second factor: an authenticator app, and recovery codes in case it is lost. */
export const SecondFactor = model('SecondFactor', {
  enrolled_at: Timestamp.nullable().describe('Null if there is none'),
  recovery_codes_left: z.int().min(0),
  is_demanded: z.boolean().describe('Whether every member must have one'),
  managed_at: z
    .url()
    .nullable()
    .describe('The hosted project that manages second factors; null if there is none'),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

const Proof = z
  .string({ error: 'Enter your password or a code.' })
  .max(256, { error: 'This is too long.' })
  .describe('The password, a code of the authenticator app, or a recovery code');

const SecondFactorRemoval = model('SecondFactorRemoval', {
  proof: Proof.min(1, { error: 'Enter your password or a code.' }),
});

const RecoveryCodesRequest = model('RecoveryCodesRequest', {
  proof: Proof.optional().describe('Not required within 10 minutes of a confirmed code'),
});

export const RecoveryCodes = model('RecoveryCodes', {
  codes: z.array(z.string()).describe('Each works once; not shown again'),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

const RecoveryCodeUse = model('RecoveryCodeUse', {
  recovery_code: z
    .string({ error: 'Enter a recovery code.' })
    .trim()
    .min(1, { error: 'Enter a recovery code.' })
    .max(100, { error: 'This is too long.' }),
});

export const accountRoutes = {
  get: defineRoute('account.get', {
    summary: 'Read the signed-in member and their notices',
    response: Account,
  }),
  dismissNotice: defineRoute('account.dismissNotice', {
    summary: 'Dismiss a notice',
    params: z.object({ noticeId: Uuid }),
    response: Account,
  }),
  sessions: defineRoute('account.sessions', {
    summary: 'List your own sessions, last used first',
    response: AccountSessions,
  }),
  endSession: defineRoute('account.endSession', {
    summary: 'End one of your own sessions immediately',
    params: z.object({ sessionId: Uuid }),
    response: AccountSessions,
  }),
  secondFactor: defineRoute('account.secondFactor', {
    summary: 'Read your own second factor',
    response: SecondFactor,
  }),
  removeSecondFactor: defineRoute('account.removeSecondFactor', {
    summary: 'Remove your own second factor and its recovery codes',
    body: SecondFactorRemoval,
    response: SecondFactor,
  }),
  createRecoveryCodes: defineRoute('account.createRecoveryCodes', {
    summary: 'Replace the recovery codes',
    body: RecoveryCodesRequest,
    response: RecoveryCodes,
    status: 201,
  }),
  useRecoveryCode: defineRoute('account.useRecoveryCode', {
    summary: 'Confirm a sign-in with a recovery code instead of the authenticator app',
    body: RecoveryCodeUse,
    response: SecondFactor,
  }),
};

import { z } from 'zod';
import { EmailAddress, idOf, optionalText, Timestamp, Uuid } from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { MIN_PASSWORD_LENGTH } from '../constants.ts';
import { DEFAULT_ROLE } from './permissions.ts';
import { RoleName, SeenStoreIds, SeenStores } from './person.ts';

/** A new password; the server also refuses common ones. */
const NewPassword = z
  .string({ error: 'Enter a password.' })
  .min(MIN_PASSWORD_LENGTH, { error: `The password must have at least ${MIN_PASSWORD_LENGTH} characters.` })
  .max(256, { error: 'The password must have at most 256 characters.' });

/** The first account, created with the one-time link that the server prints. */
const Setup = model('Setup', {
  token: z.string({ error: 'The set-up link is not complete.' }).min(1, {
    error: 'The set-up link is not complete.',
  }),
  email: EmailAddress,
  password: NewPassword,
  name: optionalText(),
});

const SetupResult = model('SetupResult', { email: z.string() });

export const TeamMember = model('TeamMember', {
  id: Uuid,
  email: z.string(),
  name: z.string().nullable(),
  status: z.enum(['active', 'invited', 'disabled']),
  role: RoleName,
  store_ids: SeenStoreIds,
  has_second_factor: z.boolean().nullable().describe('Null if a hosted project manages it'),
  created_at: Timestamp,
  last_sign_in_at: Timestamp.nullable(),
});
export type TeamMember = z.infer<typeof TeamMember>;

export const Team = model('Team', {
  members: z.array(TeamMember),
  total: z.int().min(0),
  demands_second_factor: z.boolean().describe('Whether every member must have one'),
  managed_at: z
    .url()
    .nullable()
    .describe('The hosted project that manages sign-in and passwords; null if there is none'),
});
export type Team = z.infer<typeof Team>;

export const Invitation = model('Invitation', {
  email: EmailAddress,
  name: optionalText(),
  role: RoleName.default(DEFAULT_ROLE),
  store_ids: SeenStores.default(null),
});
export type Invitation = z.infer<typeof Invitation>;

/** A one-time link to choose a password: mailed or, without a mail server, shown to the owner to pass on. */
export const AccessLink = model('AccessLink', {
  member: TeamMember,
  link: z
    .url()
    .nullable()
    .describe('Null if a mail was sent instead, or the member signs in at a hosted project'),
  mail_sent: z.boolean(),
});
export type AccessLink = z.infer<typeof AccessLink>;

export const TeamMemberUpdate = model('TeamMemberUpdate', {
  name: optionalText(),
  role: RoleName.optional(),
  store_ids: SeenStores.optional(),
});
export type TeamMemberUpdate = z.infer<typeof TeamMemberUpdate>;

const SecondFactorDemand = model('SecondFactorDemand', {
  is_demanded: z.boolean({ error: 'Must be true or false.' }),
});

const params = z.object({ userId: idOf('user_not_found') });

export const teamRoutes = {
  setup: defineRoute('setup.create', {
    summary: 'Create the first account',
    body: Setup,
    response: SetupResult,
    status: 201,
    public: true,
  }),
  list: defineRoute('team.list', { summary: 'List the members', response: Team }),
  invite: defineRoute('team.invite', {
    summary: 'Invite a member',
    body: Invitation,
    response: AccessLink,
    status: 201,
  }),
  update: defineRoute('team.update', {
    summary: 'Change the name, role or visible stores of a member',
    params,
    body: TeamMemberUpdate,
    response: TeamMember,
  }),
  remove: defineRoute('team.remove', {
    summary: 'Delete a member permanently; records keep the name, and the address can be invited again',
    params,
    response: TeamMember,
  }),
  disable: defineRoute('team.disable', {
    summary: 'Disable a member and end their sessions at once',
    params,
    response: TeamMember,
  }),
  enable: defineRoute('team.enable', {
    summary: 'Enable a disabled member',
    params,
    response: TeamMember,
  }),
  resetPassword: defineRoute('team.resetPassword', {
    summary: 'Send a member a link to choose a new password',
    params,
    response: AccessLink,
  }),
  resetSecondFactor: defineRoute('team.resetSecondFactor', {
    summary: 'Remove a member’s lost second factor and sign them out everywhere',
    params,
    response: TeamMember,
  }),
  demandSecondFactor: defineRoute('team.demandSecondFactor', {
    summary: 'Require a second factor of every member, or stop requiring it',
    body: SecondFactorDemand,
    response: Team,
  }),
};

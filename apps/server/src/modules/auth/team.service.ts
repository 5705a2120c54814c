import type {
  AccessLink,
  Invitation,
  Team,
  TeamMember,
  TeamMemberUpdate,
} from '@storefleet/contract/people/team';
import { AppError } from '../../platform/http/problem.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { displayName } from './claims.ts';
import type { EmbeddedAuth } from './embedded/embedded-auth.ts';
import { statusOf } from './embedded/members.ts';
import type { Caller } from './embedded/parts.ts';
import { isBanned } from './embedded/sessions.ts';
import type { UserRow } from './embedded/users.repository.ts';
import { accessOf, refuseLimitedOwner } from './store-access.ts';
import { inApiTerms } from './team-errors.ts';

/** More than any team has; the whole team is listed at once. */
const mostMembers = 10_000;

/** The calling member, and where the call comes from. */
export type TeamActor = Caller & { id: string };

export type TeamService = {
  list(): Promise<Team>;
  invite(invitation: Invitation, actor: TeamActor): Promise<AccessLink>;
  update(id: string, change: TeamMemberUpdate, actor: TeamActor): Promise<TeamMember>;
  /** Returns the removed member. */
  remove(id: string, actor: TeamActor): Promise<TeamMember>;
  disable(id: string, actor: TeamActor): Promise<TeamMember>;
  enable(id: string, actor: TeamActor): Promise<TeamMember>;
  resetPassword(id: string, actor: TeamActor): Promise<AccessLink>;
  resetSecondFactor(id: string, actor: TeamActor): Promise<TeamMember>;
  demandSecondFactor(isDemanded: boolean, actor: TeamActor): Promise<Team>;
};

type TeamDeps = {
  readonly embedded: EmbeddedAuth;
  readonly clock: Clock;
  /** True if mail is really sent; otherwise links are shown to the calling owner, to pass on. */
  readonly sendsMail: boolean;
};

/** Owners managing the team in the settings. Every call throws an `AppError`. */
export function createTeamService(deps: TeamDeps): TeamService {
  const { clock, embedded } = deps;
  const { members, secondFactor } = embedded;
  const present = (user: UserRow) => presentMember(deps, user);

  return {
    list: () => inApiTerms(() => list(deps)),

    /** Somebody already invited who has not chosen a password yet gets a new link. */
    invite: ({ email, name, role, store_ids: storeIds }, actor) =>
      inApiTerms(async () => {
        const known = await members.findByEmail(email);
        if (known && isBanned(known, clock.now())) throw new AppError({ code: 'member_disabled' });
        if (known?.password_hash) throw new AppError({ code: 'user_already_exists' });
        await countMail(deps, email, actor);
        const userMetadata = name ? { name } : {};
        const user =
          known === null
            ? await members.invite({ email, userMetadata, role, storeIds }, actor.id)
            : await members.change(known.id, { userMetadata, role, storeIds }, actor.id);
        return handOver(deps, user, 'invite', actor);
      }),

    update: (id, { name, role, store_ids: storeIds }, actor) =>
      inApiTerms(async () => {
        refuseLimitedOwner(role ?? (await members.get(id)).member_role, storeIds);
        // Accounts taken over from elsewhere may have their name in either field.
        const userMetadata = name === undefined ? undefined : { name, full_name: null };
        return await present(await members.change(id, { userMetadata, role, storeIds }, actor.id));
      }),

    remove: (id, actor) =>
      inApiTerms(async () => {
        const member = await present(await members.get(id));
        await members.remove(id, actor.id);
        return member;
      }),

    disable: (id, actor) => inApiTerms(async () => present(await members.disable(id, actor.id))),
    enable: (id, actor) => inApiTerms(async () => present(await members.enable(id, actor.id))),

    /** The current password works until a new one is chosen. */
    resetPassword: (id, actor) =>
      inApiTerms(async () => {
        const user = await members.get(id);
        if (isBanned(user, clock.now())) throw new AppError({ code: 'member_disabled' });
        await countMail(deps, user.email, actor);
        return handOver(deps, user, user.password_hash === null ? 'invite' : 'recovery', actor);
      }),

    /** Owners remove their own with a proof, on their account page. */
    resetSecondFactor: (id, actor) =>
      inApiTerms(async () => {
        if (id === actor.id) {
          throw new AppError({ code: 'forbidden', detail: 'Remove your own second factor in your account.' });
        }
        const user = await members.get(id);
        await secondFactor.reset(user, actor.id);
        return present(user);
      }),

    demandSecondFactor: (isDemanded, actor) =>
      inApiTerms(async () => {
        await secondFactor.demand(isDemanded, actor.id);
        return list(deps);
      }),
  };
}

async function list({ clock, embedded: { members, secondFactor } }: TeamDeps): Promise<Team> {
  const [{ users, total }, enrolled, isDemanded] = await Promise.all([
    members.list({ offset: 0, limit: mostMembers, newestFirst: false }),
    secondFactor.usersWithFactor(),
    secondFactor.isDemanded(),
  ]);
  const now = clock.now();
  return {
    members: users.map((user) => toTeamMember(user, now, enrolled.has(user.id))),
    total,
    demands_second_factor: isDemanded,
    managed_at: null,
  };
}

async function presentMember({ clock, embedded }: TeamDeps, user: UserRow): Promise<TeamMember> {
  return toTeamMember(user, clock.now(), await embedded.secondFactor.isEnrolled(user.id));
}

async function handOver(
  deps: TeamDeps,
  user: UserRow,
  purpose: 'invite' | 'recovery',
  actor: TeamActor,
): Promise<AccessLink> {
  const { members, links } = deps.embedded;
  if (deps.sendsMail) {
    await members.mailLink(user, purpose, actor.id).catch(async (error: unknown) => {
      await links.takeMailBack(user.email, actor);
      throw error;
    });
    return { member: await presentMember(deps, user), link: null, mail_sent: true };
  }
  const { url } = await members.link(user, purpose, actor.id);
  return { member: await presentMember(deps, user), link: url, mail_sent: false };
}

/** Mail must not be used to flood somebody; a link that is only shown floods nobody. */
async function countMail(
  { sendsMail, embedded: { links } }: TeamDeps,
  email: string,
  actor: TeamActor,
): Promise<void> {
  if (sendsMail) await links.countMail('team', email.toLowerCase(), actor);
}

function toTeamMember(user: UserRow, now: Date, hasSecondFactor: boolean): TeamMember {
  return {
    id: user.id,
    email: user.email,
    name: displayName(user.user_metadata),
    status: statusOf(user, now),
    role: user.member_role,
    store_ids: accessOf(user).storeIds,
    has_second_factor: hasSecondFactor,
    created_at: user.created_at.toISOString(),
    last_sign_in_at: user.last_sign_in_at?.toISOString() ?? null,
  };
}

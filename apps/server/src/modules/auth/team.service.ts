import type { AccessLink, Invitation, Team, TeamMember, TeamMemberUpdate } from '@storefleet/contract/team';
import type { Logger } from 'pino';
import { AppError, tooManyRequests } from '../../platform/http/problem.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { AuthService } from './auth.service.ts';
import { AuthError } from './auth-error.ts';
import { displayName } from './claims.ts';
import type { EmbeddedAuth } from './embedded/embedded-auth.ts';
import { statusOf } from './embedded/members.ts';
import type { Caller } from './embedded/parts.ts';
import { isBanned } from './embedded/sessions.ts';
import type { UserRow } from './embedded/users.repository.ts';

/** More than a team has; the whole of it is listed at once. */
const mostMembers = 10_000;

/** The member who asks, and where from. */
export type TeamActor = Caller & { id: string };

export type TeamService = ReturnType<typeof createTeamService>;

/** The members as they look after each other in the settings. Every call throws an `AppError`. */
export function createTeamService({
  auth,
  clock,
  logger,
  sendsMail,
}: {
  auth: Pick<AuthService, 'embedded'>;
  clock: Clock;
  logger: Logger;
  /** True when mail really goes out; otherwise links are answered, for the asking member to pass on. */
  sendsMail: boolean;
}) {
  async function manage<Result>(task: (embedded: EmbeddedAuth) => Promise<Result>): Promise<Result> {
    if (auth.embedded === null) throw new AppError({ code: 'members_managed_elsewhere' });
    try {
      return await task(auth.embedded);
    } catch (error) {
      throw error instanceof AuthError ? toTeamError(error) : error;
    }
  }

  function present(user: UserRow): TeamMember {
    return {
      id: user.id,
      email: user.email,
      name: displayName(user.user_metadata),
      status: statusOf(user, clock.now()),
      created_at: user.created_at.toISOString(),
      last_sign_in_at: user.last_sign_in_at?.toISOString() ?? null,
    };
  }

  /** Sends the link, or answers it where no mail goes out or the mail server refused it. */
  async function handOver(
    { links }: EmbeddedAuth,
    user: UserRow,
    purpose: 'invite' | 'recovery',
    { token, url }: { token: string; url: string },
  ): Promise<AccessLink> {
    const member = present(user);
    if (!sendsMail) return { member, link: url, mail_sent: false };
    try {
      await links.send(user, purpose, token);
      return { member, link: null, mail_sent: true };
    } catch (error) {
      logger.error({ err: error }, 'the mail with a link for a member could not be sent');
      return { member, link: url, mail_sent: false };
    }
  }

  /** A mail server must not be used to flood somebody; a link that is only shown floods nobody. */
  async function countMail({ links }: EmbeddedAuth, email: string, actor: TeamActor): Promise<void> {
    if (sendsMail) await links.countMail('team', email.toLowerCase(), actor);
  }

  return {
    list: (): Promise<Team> =>
      manage(async ({ members }) => {
        const { users, total } = await members.list({ offset: 0, limit: mostMembers, newestFirst: false });
        return { members: users.map(present), total };
      }),

    /** Somebody invited before who has not chosen a password yet gets a fresh link. */
    invite: ({ email, name }: Invitation, actor: TeamActor): Promise<AccessLink> =>
      manage(async (embedded) => {
        const { members } = embedded;
        const known = await members.findByEmail(email);
        if (known && isBanned(known, clock.now())) throw new AppError({ code: 'member_disabled' });
        if (known?.password_hash) throw new AppError({ code: 'user_already_exists' });
        await countMail(embedded, email, actor);
        const userMetadata = name ? { name } : {};
        if (known === null) {
          const { user, ...link } = await members.invite({ email, userMetadata }, actor.id);
          return handOver(embedded, user, 'invite', link);
        }
        const user = await members.change(known.id, { userMetadata }, actor.id);
        return handOver(embedded, user, 'invite', await members.link(user, 'invite', actor.id));
      }),

    update: (id: string, { name }: TeamMemberUpdate, actor: TeamActor): Promise<TeamMember> =>
      manage(async ({ members }) => {
        // Accounts taken over from elsewhere may carry their name under either of these.
        const userMetadata = name === undefined ? undefined : { name, full_name: null };
        return present(await members.change(id, { userMetadata }, actor.id));
      }),

    disable: (id: string, actor: TeamActor): Promise<TeamMember> =>
      manage(async ({ members }) => present(await members.disable(id, actor.id))),

    enable: (id: string, actor: TeamActor): Promise<TeamMember> =>
      manage(async ({ members }) => present(await members.enable(id, actor.id))),

    /** The present password works until a new one has been chosen. */
    resetPassword: (id: string, actor: TeamActor): Promise<AccessLink> =>
      manage(async (embedded) => {
        const user = await embedded.members.get(id);
        if (isBanned(user, clock.now())) throw new AppError({ code: 'member_disabled' });
        await countMail(embedded, user.email, actor);
        const purpose = user.password_hash === null ? 'invite' : 'recovery';
        return handOver(embedded, user, purpose, await embedded.members.link(user, purpose, actor.id));
      }),
  };
}

/** The API has sentences of its own for what GoTrue says in words made for programs. */
function toTeamError(error: AuthError): AppError {
  const cause = error;
  if (error.status === 429) {
    return tooManyRequests(error.message, undefined, { headers: error.headers, cause });
  }
  switch (error.code) {
    case 'email_exists':
      return new AppError({ code: 'user_already_exists', cause });
    case 'user_not_found':
    case 'last_active_user':
      return new AppError({ code: error.code, cause });
    default:
      return new AppError({ code: 'validation_failed', detail: error.message, cause });
  }
}

import { DEFAULT_ROLE, type Role } from '@storefleet/contract/people/permissions';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Access } from '../auth-provider.ts';
import { normalizeEmail, parseEmail } from '../embedded/email.ts';
import { audit } from '../embedded/parts.ts';
import { accessOf } from '../store-access.ts';
import {
  anyMemberExists,
  changeMember,
  deleteMember,
  findMember,
  findMemberByEmail,
  type HostedMemberChange,
  type HostedMemberRow,
  insertMember,
  joinMember,
  listMembers,
  lockMembers,
} from './members.repository.ts';
import type { Project, ProjectUser } from './project.ts';

type HostedMembersDeps = { db: Database; project: Project; clock: Clock; logger: Logger };

/** Members of a hosted project: addresses listed by a member, the shell or ADMIN_EMAIL. */
export function createHostedMembers(deps: HostedMembersDeps) {
  const { db, clock, logger } = deps;

  return {
    list: () => listMembers(db),
    require: (id: string) => require(db, id),
    change: (id: string, changes: HostedMemberChange) => change(db, id, changes),

    /** Puts the first member on an empty list; false if there is none to add. */
    async prepare(firstEmail: string | undefined): Promise<boolean> {
      if (await anyMemberExists(db)) return true;
      if (firstEmail === undefined) return false;
      await insertMember(db, {
        id: uuidv7(),
        email: parseEmail(firstEmail),
        name: null,
        member_role: 'owner',
        store_ids: null,
        created_at: clock.now(),
      });
      return true;
    },

    async byEmail(email: string): Promise<HostedMemberRow> {
      const member = await findMemberByEmail(db, normalizeEmail(email));
      if (member === null) throw new AppError({ code: 'user_not_found' });
      return member;
    },

    async add(
      member: { email: string; name: string | null; role?: Role; store_ids?: string[] | null },
      actorId: string | null = null,
    ): Promise<HostedMemberRow> {
      const email = parseEmail(member.email);
      const added = await insertMember(db, {
        id: uuidv7(),
        email,
        name: member.name,
        member_role: member.role ?? ((await anyMemberExists(db)) ? DEFAULT_ROLE : 'owner'),
        store_ids: member.store_ids ?? null,
        created_at: clock.now(),
      });
      if (added === null) throw new AppError({ code: 'user_already_exists' });
      audit(logger, 'user_invited', { userId: added.id, actorId });
      return added;
    },

    async remove(id: string, actorId: string | null = null): Promise<HostedMemberRow> {
      const removed = await alter(db, id, false, (tx) => deleteMember(tx, id));
      audit(logger, 'user_deleted', { userId: id, actorId });
      return removed;
    },

    async disable(id: string, actorId: string | null = null): Promise<HostedMemberRow> {
      const disabled = await change(db, id, { disabled_at: clock.now() });
      audit(logger, 'user_disabled', { userId: id, actorId });
      return disabled;
    },

    async enable(id: string, actorId: string | null = null): Promise<HostedMemberRow> {
      const enabled = await change(db, id, { disabled_at: null });
      audit(logger, 'user_modified', { userId: id, actorId });
      return enabled;
    },

    /** Lets the address join with another account, after the one at the project was recreated. */
    async expectAnew(id: string): Promise<HostedMemberRow> {
      const expected = await change(db, id, { id: uuidv7(), joined_at: null });
      audit(logger, 'user_invited', { userId: expected.id });
      return expected;
    },

    admit: (user: ProjectUser) => admit(deps, user),

    async accessOf(id: string): Promise<Access | null> {
      const member = await findMember(db, id);
      return member === null || member.disabled_at !== null ? null : accessOf(member);
    },
  };
}

async function require(db: Database, id: string): Promise<HostedMemberRow> {
  const member = await findMember(db, id);
  if (member === null) throw new AppError({ code: 'user_not_found' });
  return member;
}

/** Keeps one owner who can sign in. */
async function alter(
  db: Database,
  id: string,
  staysOwner: boolean,
  work: (tx: Queryable) => Promise<HostedMemberRow | null>,
): Promise<HostedMemberRow> {
  const altered = await db.transaction(async (tx) => {
    const everybody = await lockMembers(tx);
    const isActiveOwner = (member: HostedMemberRow) => member.member_role === 'owner' && isActive(member);
    const isLast =
      everybody.some((member) => member.id === id && isActiveOwner(member)) &&
      !everybody.some((member) => member.id !== id && isActiveOwner(member));
    if (isLast && !staysOwner) throw new AppError({ code: 'last_owner' });
    return work(tx);
  });
  if (altered === null) throw new AppError({ code: 'user_not_found' });
  return altered;
}

function change(db: Database, id: string, changes: HostedMemberChange): Promise<HostedMemberRow> {
  const staysOwner = !changes.disabled_at && (changes.member_role ?? 'owner') === 'owner';
  return alter(db, id, staysOwner, (tx) => changeMember(tx, id, changes));
}

/** The member for a person of the project; null for somebody not invited, or disabled. */
async function admit(deps: HostedMembersDeps, user: ProjectUser): Promise<HostedMemberRow | null> {
  const { db } = deps;
  const member = (await findMember(db, user.id)) ?? (await join(deps, user));
  if (member === null || member.disabled_at !== null) return null;
  const signedIn = user.last_sign_in_at ? new Date(user.last_sign_in_at) : null;
  if (signedIn !== null && signedIn.getTime() !== member.last_sign_in_at?.getTime()) {
    return (await changeMember(db, member.id, { last_sign_in_at: signedIn })) ?? member;
  }
  return member;
}

/**
 * An invited address belongs to the project's first account that presents and has confirmed it. If the
 * project confirms addresses for anybody, it cannot tell whose account that is.
 */
async function join(
  { db, project, clock, logger }: HostedMembersDeps,
  user: ProjectUser,
): Promise<HostedMemberRow | null> {
  const email = normalizeEmail(user.email);
  const invited = await findMemberByEmail(db, email);
  // Another request of the same person may have been first.
  if (invited?.joined_at) return findMember(db, user.id);
  if (invited === null || !user.email_confirmed_at) return null;
  if (!(await project.vouchesForAddresses())) {
    logger.error(
      'A member cannot join: the project lets anybody sign up without confirming an address. Switch off new sign-ups at the project, or switch on the confirmation of addresses.',
    );
    return null;
  }
  const joined = await joinMember(db, { email, projectUserId: user.id, now: clock.now() });
  if (joined !== null) audit(logger, 'member_joined', { userId: joined.id });
  return joined ?? findMember(db, user.id);
}

export function hostedStatusOf(member: HostedMemberRow): 'active' | 'invited' | 'disabled' {
  if (member.disabled_at !== null) return 'disabled';
  return member.joined_at === null ? 'invited' : 'active';
}

function isActive(member: HostedMemberRow): boolean {
  return hostedStatusOf(member) === 'active';
}

import { randomBytes } from 'node:crypto';
import { problems } from '@storefleet/contract/api/problems';
import { DEFAULT_ROLE, type Role } from '@storefleet/contract/people/permissions';
import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../../platform/db/database.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { normalizeEmail, parseEmail } from './email.ts';
import type { LinkPurpose, Links } from './links.ts';
import { mergeMetadata } from './metadata.ts';
import { insertNotice } from './notices.repository.ts';
import { type AuthParts, audit } from './parts.ts';
import { assertAcceptablePassword } from './passwords/password-policy.ts';
import { hashPassword, isImportableHash } from './passwords/passwords.ts';
import { endSessionsOfUser } from './sessions.repository.ts';
import { isBanned } from './sessions.ts';
import { dropTokensOfUser } from './tokens/one-time-tokens.repository.ts';
import {
  anyUserExists,
  changeUser,
  deleteUser,
  emailExists,
  findUser,
  findUserByEmail,
  insertUser,
  listUsers,
  lockUser,
  refuseTakenEmail,
  type UserRow,
} from './users.repository.ts';

/** Milliseconds. A disabled member is banned for a hundred years, or until enabled again. */
export const disabledFor = 100 * 365 * 24 * 60 * 60 * 1_000;

/** Any fixed number: serializes changes that could leave no owner able to sign in. */
const membersLock = 7_250_412;

export type MemberFields = {
  email?: string | undefined;
  password?: string | null | undefined;
  /** An argon2 hash from another system. */
  passwordHash?: string | undefined;
  emailConfirmed?: boolean | undefined;
  userMetadata?: Record<string, unknown> | null | undefined;
  appMetadata?: Record<string, unknown> | null | undefined;
  role?: Role | undefined;
  /** Null for all. */
  storeIds?: string[] | null | undefined;
  /** Milliseconds from now; 0 lifts a ban. */
  banFor?: number | undefined;
};

type NewMember = MemberFields & { email: string; id?: string | undefined; invited?: boolean };

export type Members = ReturnType<typeof createMembers>;

/** Account management, for the admin endpoints, the Team section and the shell. */
export function createMembers(parts: AuthParts, links: Links) {
  const { db, clock, logger } = parts;

  const get = (id: string) => requireUser(db, id);

  async function byEmail(email: string): Promise<UserRow> {
    const user = await findUserByEmail(db, normalizeEmail(email));
    if (user === null) throw userNotFound();
    return user;
  }

  const create = (fields: NewMember, actorId: string | null = null) => createMember(parts, fields, actorId);
  const change = (id: string, fields: MemberFields, actorId: string | null = null) =>
    changeMember(parts, id, fields, actorId);

  return {
    get,
    byEmail,
    findByEmail: (email: string) => findUserByEmail(db, normalizeEmail(email)),
    create,
    change,

    list: (options: { offset: number; limit: number; filter?: string | null; newestFirst?: boolean }) =>
      listUsers(db, {
        offset: options.offset,
        limit: options.limit,
        filter: options.filter ?? null,
        newestFirst: options.newestFirst ?? true,
      }),

    async remove(id: string, actorId: string | null = null): Promise<void> {
      await get(id);
      await db.transaction(async (tx) => {
        await waitForOtherChanges(tx);
        const before = await findUser(tx, id);
        await deleteUser(tx, id);
        if (before && isActiveOwner(before, clock.now())) await assertAnOwnerIsLeft(tx, clock.now());
      });
      audit(logger, 'user_deleted', { userId: id, actorId });
    },

    disable: (id: string, actorId: string | null = null) => change(id, { banFor: disabledFor }, actorId),
    enable: (id: string, actorId: string | null = null) => change(id, { banFor: 0 }, actorId),

    /** Records an address that a person is about to confirm. */
    async expectNewEmail(user: UserRow, wanted: string): Promise<UserRow> {
      const email = parseEmail(wanted);
      if ((await findUserByEmail(db, email)) !== null) throw emailExists();
      const changed = await changeUser(db, user.id, { new_email: email }, clock.now());
      if (changed === null) throw userNotFound();
      return changed;
    },

    /** Creates an account without a password; a link lets its owner choose one. */
    async invite(
      invitation: Pick<NewMember, 'email' | 'userMetadata' | 'role' | 'storeIds'>,
      actorId: string | null = null,
    ): Promise<UserRow> {
      const known = await findUserByEmail(db, normalizeEmail(invitation.email));
      if (known !== null && (known.password_hash !== null || known.email_confirmed_at !== null))
        throw emailExists();
      const user = known ?? (await create({ ...invitation, invited: true }, actorId));
      audit(logger, 'user_invited', { userId: user.id, actorId });
      return user;
    },

    /**
     * A new link to show to somebody else, who can sign in as this person with it: if the account is in use,
     * its owner is told so at the next sign-in.
     */
    async link(
      user: UserRow,
      purpose: LinkPurpose,
      actorId: string | null = null,
      email?: string,
    ): Promise<{ token: string; url: string }> {
      const token = await links.issue(user, purpose, { email, actorId });
      if (user.password_hash !== null) await insertNotice(db, { userId: user.id, actorId, now: clock.now() });
      audit(logger, 'link_generated', { userId: user.id, actorId, reason: purpose });
      return { token, url: links.linkUrl(token, purpose) };
    },

    /** Mails a new link to the person themselves; a 503 if the mail server rejects it. */
    async mailLink(user: UserRow, purpose: LinkPurpose, actorId: string | null = null): Promise<void> {
      const token = await links.issue(user, purpose);
      try {
        await links.send(user, purpose, token);
      } catch (error) {
        logger.error({ err: error }, 'the mail with a link for a member could not be sent');
        throw new AuthError(503, 'mail_not_sent', problems.mail_not_sent.detail, { cause: error });
      }
      audit(logger, 'link_mailed', { userId: user.id, actorId, reason: purpose });
    },
  };
}

async function createMember(
  { db, clock, logger }: AuthParts,
  fields: NewMember,
  actorId: string | null,
): Promise<UserRow> {
  const email = parseEmail(fields.email);
  const now = clock.now();
  const columns = {
    id: fields.id ?? uuidv7(),
    email,
    password_hash: await hashOf(fields, email),
    email_confirmed_at: fields.emailConfirmed ? now : null,
    invited_at: fields.invited ? now : null,
    banned_until: bannedUntil(fields.banFor, now),
    app_metadata: mergeMetadata({ provider: 'email', providers: ['email'] }, fields.appMetadata),
    user_metadata: mergeMetadata({}, fields.userMetadata),
    member_role: fields.role ?? ((await anyUserExists(db)) ? DEFAULT_ROLE : ('owner' as const)),
    store_ids: fields.storeIds ?? null,
  };
  const user = await insertUser(db, columns, now);
  if (user === null) throw emailExists();
  audit(logger, 'user_created', { userId: user.id, actorId });
  return user;
}

async function changeMember(
  { db, clock, logger }: AuthParts,
  id: string,
  fields: MemberFields,
  actorId: string | null,
): Promise<UserRow> {
  const email = fields.email === undefined ? undefined : parseEmail(fields.email);
  const known = await requireUser(db, id);
  // An account may be created without a password, but a password is never removed.
  if (fields.password === '') assertAcceptablePassword('', email ?? known.email);
  const passwordHash = await hashOf(fields, email ?? known.email);
  const now = clock.now();
  const banned = bannedUntil(fields.banFor, now);
  const changed = await db
    .transaction(async (tx) => {
      if (banned || fields.role) await waitForOtherChanges(tx);
      const before = await lockUser(tx, id);
      if (before === null) return null;
      const endsAccess =
        passwordHash !== undefined || banned || (email !== undefined && email !== before.email);
      const row = await changeUser(
        tx,
        id,
        {
          email,
          ...(endsAccess ? { new_email: null } : {}),
          password_hash: passwordHash,
          email_confirmed_at: fields.emailConfirmed ? now : undefined,
          user_metadata: mergeMetadata(before.user_metadata, fields.userMetadata),
          app_metadata: mergeMetadata(before.app_metadata, fields.appMetadata),
          banned_until: banned,
          member_role: fields.role,
          store_ids: fields.storeIds,
        },
        now,
      );
      if (row && isActiveOwner(before, now) && !isActiveOwner(row, now)) await assertAnOwnerIsLeft(tx, now);
      if (endsAccess) {
        await endSessionsOfUser(tx, id);
        await dropTokensOfUser(tx, id);
      }
      return row;
    })
    .catch(refuseTakenEmail);
  if (changed === null) throw userNotFound();
  audit(logger, banned ? 'user_disabled' : 'user_modified', { userId: id, actorId });
  return changed;
}

async function hashOf(fields: MemberFields, email: string): Promise<string | undefined> {
  if (fields.password && fields.passwordHash !== undefined) {
    throw invalid('Only a password or a password hash should be provided');
  }
  if (fields.password) {
    assertAcceptablePassword(fields.password, email);
    return hashPassword(fields.password);
  }
  if (fields.passwordHash === undefined) return undefined;
  if (!isImportableHash(fields.passwordHash)) {
    throw invalid('Invalid password hash: only argon2i and argon2id of moderate cost can be taken over');
  }
  return fields.passwordHash;
}

function bannedUntil(banFor: number | undefined, now: Date): Date | null | undefined {
  if (banFor === undefined) return undefined;
  return banFor === 0 ? null : new Date(now.getTime() + banFor);
}

async function requireUser(db: Queryable, id: string): Promise<UserRow> {
  const user = await findUser(db, id);
  if (user === null) throw userNotFound();
  return user;
}

/** A password nobody has to choose; easy to read out and type. */
export function generatePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const characters = [...randomBytes(20)].map((byte) => letters[byte % letters.length] ?? '');
  return (characters.join('').match(/.{5}/g) ?? []).join('-');
}

export function statusOf(user: UserRow, now: Date): 'active' | 'invited' | 'disabled' {
  if (isBanned(user, now)) return 'disabled';
  return user.password_hash === null ? 'invited' : 'active';
}

function isActiveOwner(user: UserRow, now: Date): boolean {
  return user.member_role === 'owner' && statusOf(user, now) === 'active';
}

/** If two members disable each other at the same moment, the later one sees the earlier change. */
async function waitForOtherChanges(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1::bigint)', [membersLock]);
}

/** Somebody must remain who can admit others and assign roles. */
async function assertAnOwnerIsLeft(tx: Queryable, now: Date): Promise<void> {
  const { rows } = await tx.query<{ left: boolean }>(
    `select exists (
       select from users
       where member_role = 'owner' and password_hash is not null
         and (banned_until is null or banned_until <= $1)
     ) as left`,
    [now],
  );
  if (!rows[0]?.left) {
    throw new AuthError(
      409,
      'last_owner',
      'The last active owner cannot be disabled, removed or given another role.',
    );
  }
}

function userNotFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found');
}

import { AuthError } from '../auth-error.ts';
import type { Background } from './background.ts';
import { normalizeEmail, parseEmail } from './email.ts';
import { emailChangeMail, invitationMail, recoveryMail, signInMail } from './mails.ts';
import { type AuthParts, audit, type Caller } from './parts.ts';
import { endSessionsOfUser } from './sessions.repository.ts';
import { isBanned, type SessionGrant, type Sessions } from './sessions.ts';
import type { MailTries } from './throttling/tries.ts';
import {
  dropExpiredTokens,
  dropTokensOfUser,
  type OneTimeToken,
  storeToken,
  type TokenPurpose,
  takeToken,
} from './tokens/one-time-tokens.repository.ts';
import { newOpaqueToken } from './tokens/opaque-token.ts';
import {
  changeUser,
  findUser,
  findUserByEmail,
  lockUser,
  refuseTakenEmail,
  type UserChange,
  type UserRow,
} from './users.repository.ts';

const hour = 60 * 60 * 1_000;

/** Milliseconds a link is valid. */
const linkLifetimes = {
  recovery: hour,
  email_change: hour,
  invite: 24 * hour,
  magiclink: hour,
  signup: 24 * hour,
} satisfies Partial<Record<TokenPurpose, number>>;

export type LinkPurpose = keyof typeof linkLifetimes;

/** Milliseconds between a PKCE landing and the exchange of its code. */
const codeLifetime = 5 * 60 * 1_000;
/** GoTrue's prefix for a token whose landing ends in a code exchange. */
const pkcePrefix = 'pkce_';
/** Links opened per address. */
const linksPerAddress = 30;

export type CodeChallenge = { challenge: string; method: 's256' | 'plain' };

type LinkOptions = {
  /** A new address, to be confirmed. */
  email?: string | undefined;
  pkce?: CodeChallenge | null;
  /** A request that anybody can make must not invalidate a link the owner requested. */
  keepsOlder?: boolean;
  /** The session that requested a new address. */
  sessionId?: string;
  /** The member who is shown another member's link. */
  actorId?: string | null;
};

/** A link that somebody has followed. */
export type UsedLink = {
  user: UserRow;
  taken: OneTimeToken;
  /** The address of the member it was shown to, if not its subject. */
  shownTo: string | null;
};

export type Links = ReturnType<typeof createLinks>;

export function createLinks(
  parts: AuthParts,
  { sessions, background, mailTries }: { sessions: Sessions; background: Background; mailTries: MailTries },
) {
  const { count: countMail, takeBack: takeMailBack } = mailTries;
  const { db, clock, logger, mailer, appUrl } = parts;
  const issue = (user: UserRow, purpose: LinkPurpose, options: LinkOptions = {}) =>
    issueLink(parts, user, purpose, options);

  /**
   * Where a link leads. Password links open a page of the web app with a button: opening it consumes nothing,
   * so mail scanners cannot. Other links are confirmed just by opening them.
   */
  function linkUrl(token: string, type: LinkPurpose): string {
    if (type === 'recovery' || type === 'invite') {
      return `${appUrl}/reset-password?${new URLSearchParams({ token_hash: token, type })}`;
    }
    return `${parts.authUrl}/verify?${new URLSearchParams({ token, type, redirect_to: `${appUrl}/login` })}`;
  }

  async function send(user: UserRow, purpose: LinkPurpose, token: string, to = user.email): Promise<void> {
    const letters = {
      recovery: recoveryMail,
      invite: invitationMail,
      email_change: emailChangeMail,
      magiclink: signInMail,
      signup: signInMail,
    };
    await mailer.send(letters[purpose](await parts.appName(), to, linkUrl(token, purpose)));
  }

  return {
    issue,
    linkUrl,
    send,
    countMail,
    takeMailBack,

    /** The same response, equally fast, whether or not the address is known. */
    async requestRecovery(email: string, pkce: CodeChallenge | null, caller: Caller): Promise<void> {
      const address = parseEmail(email);
      await countMail('recover', address, caller);
      background.run('sending a password reset mail', async () => {
        const user = await findUserByEmail(db, address);
        audit(logger, 'user_recovery_requested', { userId: user?.id ?? null, address: caller.address });
        if (user === null || isBanned(user, clock.now())) return;
        await send(user, 'recovery', await issue(user, 'recovery', { pkce, keepsOlder: true }));
      });
    },

    /** Resends a pending confirmation. */
    async resend(type: 'signup' | 'email_change', email: string, caller: Caller): Promise<void> {
      const address = parseEmail(email);
      await countMail('resend', address, caller);
      background.run('sending a confirmation mail again', async () => {
        const user = await findUserByEmail(db, address);
        if (user === null || isBanned(user, clock.now())) return;
        if (type === 'signup' && user.email_confirmed_at === null) {
          await send(user, 'signup', await issue(user, 'signup', { keepsOlder: true }));
        }
        if (type === 'email_change' && user.new_email !== null) {
          const token = await issue(user, 'email_change', { email: user.new_email, keepsOlder: true });
          await send(user, 'email_change', token, user.new_email);
        }
      });
    },

    /** Signs in the bearer of a link. */
    async verify(
      link: { token: string; type: string; email?: string },
      caller: Caller,
    ): Promise<{ grant: SessionGrant; used: UsedLink }> {
      const used = await accept(parts, link.token, purposesOf(link.type), caller, link.email);
      return { grant: await sessions.begin(used.user, 'otp', caller), used };
    },

    /** The landing of a link opened directly: a session, or with PKCE a code for one. */
    async land(
      link: { token: string; type: string },
      caller: Caller,
    ): Promise<({ code: string } | { grant: SessionGrant }) & { used: UsedLink }> {
      const used = await accept(parts, link.token, purposesOf(link.type), caller);
      const { user, taken } = used;
      if (taken.code_challenge === null) return { grant: await sessions.begin(user, 'otp', caller), used };
      const code = newOpaqueToken();
      const now = clock.now();
      await storeToken(db, {
        token: code,
        purpose: 'auth_code',
        userId: user.id,
        codeChallenge: taken.code_challenge,
        codeChallengeMethod: taken.code_challenge_method,
        now,
        expiresAt: new Date(now.getTime() + codeLifetime),
      });
      return { code, used };
    },

    isPkce: (token: string) => token.startsWith(pkcePrefix),
  };
}

/** Invalidates older links of the same kind, unless a stranger may have requested this one. */
async function issueLink(
  { db, clock }: AuthParts,
  user: UserRow,
  purpose: LinkPurpose,
  options: LinkOptions,
): Promise<string> {
  const now = clock.now();
  const token = `${options.pkce ? pkcePrefix : ''}${newOpaqueToken()}`;
  await db.transaction(async (tx) => {
    await dropExpiredTokens(tx, now);
    if (!options.keepsOlder) await dropTokensOfUser(tx, user.id, [purpose]);
    await storeToken(tx, {
      token,
      purpose,
      userId: user.id,
      email: options.email ?? user.email,
      codeChallenge: options.pkce?.challenge,
      codeChallengeMethod: options.pkce?.method,
      sessionId: options.sessionId,
      actorId: options.actorId,
      now,
      expiresAt: new Date(now.getTime() + linkLifetimes[purpose]),
    });
    await changeUser(tx, user.id, sentAt(purpose, now), now);
  });
  return token;
}

/** Consumes a token and does what it confirms. */
async function accept(
  { db, clock, throttle, logger }: AuthParts,
  token: string,
  purposes: readonly TokenPurpose[],
  caller: Caller,
  email?: string,
): Promise<UsedLink> {
  await throttle.countByAddress('verify', caller.address, linksPerAddress);
  const now = clock.now();
  const taken = await takeToken(db, { token, purposes }, now);
  const fits = email === undefined || taken?.email === normalizeEmail(email);
  const user = taken && fits ? await confirm(db, taken, now) : null;
  if (taken === null || user === null) {
    audit(logger, 'link_refused', { userId: taken?.user_id ?? null, address: caller.address });
    const message =
      email === undefined ? 'Email link is invalid or has expired' : 'Token has expired or is invalid';
    throw new AuthError(403, 'otp_expired', message);
  }
  audit(logger, 'link_used', {
    userId: user.id,
    actorId: taken.actor_id,
    address: caller.address,
    reason: taken.purpose,
  });
  const shownTo = taken.actor_id && ((await findUser(db, taken.actor_id))?.email ?? taken.actor_id);
  return { user, taken, shownTo };
}

/** Null if the account is gone or disabled, or expects the new address no longer. */
async function confirm(db: AuthParts['db'], taken: OneTimeToken, now: Date): Promise<UserRow | null> {
  return db
    .transaction(async (tx) => {
      const user = taken.user_id ? await lockUser(tx, taken.user_id) : null;
      if (user === null || isBanned(user, now)) return null;
      if (taken.purpose === 'email_change') {
        if (user.new_email !== taken.email) return null;
        await endSessionsOfUser(tx, user.id, taken.session_id ?? undefined);
        await dropTokensOfUser(tx, user.id);
      }
      return changeUser(tx, user.id, confirmation(user, taken, now), now);
    })
    .catch(refuseTakenEmail);
}

/** The kinds of link that a client's `type` may mean; `email` stands for any that proves an address. */
function purposesOf(type: string): TokenPurpose[] {
  if (type === 'email') return ['magiclink', 'signup'];
  return isPurpose(type) ? [type] : [];
}

const isPurpose = (type: string): type is LinkPurpose => Object.hasOwn(linkLifetimes, type);

/** Whether the client's `type` can mean any link. */
export const isLinkType = (type: string): boolean => purposesOf(type).length > 0;

function sentAt(purpose: LinkPurpose, now: Date): UserChange {
  if (purpose === 'recovery') return { recovery_sent_at: now };
  if (purpose === 'invite') return { invited_at: now };
  if (purpose === 'email_change') return { email_change_sent_at: now };
  return {};
}

/** Opening a link proves access to the address's mail. */
function confirmation(user: UserRow, taken: OneTimeToken, now: Date): UserChange {
  if (taken.purpose === 'email_change' && taken.email !== null) {
    return { email: taken.email, new_email: null, email_confirmed_at: now };
  }
  return user.email_confirmed_at === null ? { email_confirmed_at: now } : {};
}

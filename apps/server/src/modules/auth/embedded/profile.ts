import { AuthError } from '../auth-error.ts';
import type { Background } from './background.ts';
import { parseEmail } from './email.ts';
import type { Links } from './links.ts';
import { emailChangeNotice, passwordChangedNotice, reauthenticationMail } from './mails.ts';
import type { Members } from './members.ts';
import { mergeMetadata } from './metadata.ts';
import { type AuthParts, audit, type Caller } from './parts.ts';
import { listPasskeys } from './passkeys/passkeys.repository.ts';
import { assertAcceptablePassword } from './passwords/password-policy.ts';
import { hashPassword, verifyPassword } from './passwords/passwords.ts';
import { aalOf, cameByMail } from './second-factor/assurance.ts';
import { endSessionsOfUser } from './sessions.repository.ts';
import type { SignedIn } from './sessions.ts';
import { accountAtAddressDelay } from './throttling/throttle.ts';
import type { SignInTries } from './throttling/tries.ts';
import { dropTokensOfUser, storeToken, takeToken } from './tokens/one-time-tokens.repository.ts';
import { newNumericCode } from './tokens/opaque-token.ts';
import { changeUser, type UserChange, type UserRow } from './users.repository.ts';

/** Milliseconds a six-digit code is valid (OWASP ASVS 5.0, 6.5.5). */
const codeLifetime = 10 * 60 * 1_000;
/** Milliseconds after a sign-in by mailed link during which it replaces the current password. */
const mailedProofLifetime = 24 * 60 * 60 * 1_000;

type ProfileChange = {
  email?: string | null;
  password?: string | null;
  /** Permits the change in an old session, like a mailed code. */
  currentPassword?: string | null;
  nonce?: string | null;
  userMetadata?: Record<string, unknown> | null;
};

/** What signed-in people change about their own account. */
export function createProfile(
  parts: AuthParts,
  {
    links,
    members,
    background,
    tries,
  }: { links: Links; members: Members; background: Background; tries: SignInTries },
) {
  const { db, clock, logger, mailer } = parts;

  async function requestEmailChange(user: UserRow, email: string, sessionId: string): Promise<UserRow> {
    const changed = await members.expectNewEmail(user, email);
    const token = await links.issue(changed, 'email_change', { email, sessionId });
    background.run('sending an address confirmation', async () => {
      await links.send(changed, 'email_change', token, email);
      await mailer.send(emailChangeNotice(await parts.appName(), user.email, email));
    });
    audit(logger, 'email_change_requested', { userId: user.id });
    return changed;
  }

  return {
    async change(signedIn: SignedIn, change: ProfileChange, caller: Caller): Promise<UserRow> {
      const { user, session, secondFactor } = signedIn;
      const email = change.email ? parseEmail(change.email) : user.email;
      const changesEmail = email !== user.email;
      if (typeof change.password === 'string') assertAcceptablePassword(change.password, user.email);
      if ((change.password || changesEmail) && secondFactor.isEnrolled && aalOf(session.amr) === 'aal1') {
        const sentence = 'AAL2 session is required to update email or password when MFA is enabled.';
        throw new AuthError(401, 'insufficient_aal', sentence);
      }
      if (change.password || changesEmail) await proveAgain(parts, signedIn, change, changesEmail);
      const columns: UserChange = {
        ...(change.password ? await passwordChange(user, change.password) : {}),
        ...(change.userMetadata
          ? { user_metadata: mergeMetadata(user.user_metadata, change.userMetadata) }
          : {}),
      };
      if (changesEmail) await links.countMail('email-change', email, caller);

      let changed = user;
      if (Object.keys(columns).length > 0) {
        changed = await db.transaction(async (tx) => {
          const row = await changeUser(tx, user.id, columns, clock.now());
          if (columns.password_hash !== undefined) {
            await endSessionsOfUser(tx, user.id, session.id);
            await dropTokensOfUser(tx, user.id);
          }
          return row ?? user;
        });
        audit(logger, columns.password_hash === undefined ? 'user_modified' : 'user_updated_password', {
          userId: user.id,
          address: caller.address,
        });
      }
      if (columns.password_hash !== undefined) {
        await tries.succeeded(user.email, caller);
        background.run('sending a notice of a changed password', async () => {
          const passkeys = await listPasskeys(db, user.id);
          await mailer.send(passwordChangedNotice(await parts.appName(), user.email, passkeys.length > 0));
        });
      }
      return changesEmail ? requestEmailChange(changed, email, session.id) : changed;
    },

    /** Mails a code that replaces the current password. */
    async reauthenticate({ user }: SignedIn, caller: Caller): Promise<void> {
      await links.countMail('reauthenticate', `code ${user.email}`, caller);
      const now = clock.now();
      const code = newNumericCode();
      await db.transaction(async (tx) => {
        await dropTokensOfUser(tx, user.id, ['reauthentication']);
        await storeToken(tx, {
          token: codeKey(user, code),
          purpose: 'reauthentication',
          userId: user.id,
          now,
          expiresAt: new Date(now.getTime() + codeLifetime),
        });
        await changeUser(tx, user.id, { reauthentication_sent_at: now }, now);
      });
      background.run('sending a code', async () => {
        await mailer.send(reauthenticationMail(await parts.appName(), user.email, code));
      });
      audit(logger, 'user_reauthenticate_requested', { userId: user.id, address: caller.address });
    },
  };
}

/**
 * Changing password or address requires a new proof of identity: the current password, a mailed code or, for
 * the password only, a session started by mailed link.
 */
async function proveAgain(
  { db, clock, throttle }: AuthParts,
  { user, session }: SignedIn,
  change: ProfileChange,
  changesEmail: boolean,
): Promise<void> {
  if (user.password_hash === null) return;
  const earliest = (clock.now().getTime() - mailedProofLifetime) / 1_000;
  if (cameByMail(session.amr, earliest) && !changesEmail) return;
  await throttle.countTryOrRefuse('prove-again', user.id, accountAtAddressDelay);
  if (change.nonce) {
    const wanted = {
      token: codeKey(user, change.nonce),
      purposes: ['reauthentication'],
      userId: user.id,
    } as const;
    if ((await takeToken(db, wanted, clock.now())) === null) {
      throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
    }
  } else {
    const sentence = changesEmail
      ? 'Current password required when setting new email.'
      : 'Current password required when setting new password.';
    if (!change.currentPassword) throw new AuthError(400, 'current_password_required', sentence);
    if (!(await verifyPassword(user.password_hash, change.currentPassword))) {
      throw new AuthError(400, 'current_password_invalid', sentence);
    }
  }
  await throttle.forget('prove-again', user.id);
}

async function passwordChange(user: UserRow, password: string): Promise<UserChange> {
  if (user.password_hash !== null && (await verifyPassword(user.password_hash, password))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  // Otherwise an address that a thief asked for could still be confirmed with a link sent again.
  return { password_hash: await hashPassword(password), new_email: null };
}

/** Two people may have the same six digits at the same time. */
function codeKey(user: UserRow, code: string): string {
  return `${user.id} ${code}`;
}

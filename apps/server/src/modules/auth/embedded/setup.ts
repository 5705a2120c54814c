import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../../platform/db/database.ts';
import { AuthError } from '../auth-error.ts';
import { parseEmail } from './email.ts';
import { type AuthParts, audit, type Caller } from './parts.ts';
import { assertAcceptablePassword } from './passwords/password-policy.ts';
import { hashPassword } from './passwords/passwords.ts';
import { dropExpiredTokens, storeToken, takeSetupTokens } from './tokens/one-time-tokens.repository.ts';
import { hashToken, newOpaqueToken } from './tokens/opaque-token.ts';
import { anyUserExists, insertUser, type UserRow } from './users.repository.ts';

/** Milliseconds a setup link is valid; the next start prints a new one. */
const setupLifetime = 24 * 60 * 60 * 1_000;
const triesPerAddress = 30;

/** Any fixed number: serializes people and processes creating the first account. */
const setupLock = 7_250_413;

type FirstAccount = { email: string; password: string; name?: string | undefined };

/** Creates the first account of a new installation. Once it exists, this path is closed. */
export function createSetup(parts: AuthParts) {
  const { db, clock, throttle, logger, appUrl } = parts;

  async function makeFirstAccount(
    account: FirstAccount,
    mayProceed: (tx: Queryable) => Promise<boolean>,
  ): Promise<UserRow> {
    const email = parseEmail(account.email);
    assertAcceptablePassword(account.password, email);
    const passwordHash = await hashPassword(account.password);
    const now = clock.now();
    const name = account.name?.trim();
    return db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1::bigint)', [setupLock]);
      if (await anyUserExists(tx)) throw setupClosed();
      if (!(await mayProceed(tx))) throw linkNotValid();
      const columns = {
        id: uuidv7(),
        email,
        password_hash: passwordHash,
        email_confirmed_at: now,
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: name ? { name } : {},
        member_role: 'owner' as const,
      };
      const user = await insertUser(tx, columns, now);
      if (user === null) throw setupClosed();
      return user;
    });
  }

  return {
    needsSetup: async (): Promise<boolean> => !(await anyUserExists(db)),

    /** The URL of the page that creates the first account; null once there is one. */
    async newLink(): Promise<string | null> {
      if (await anyUserExists(db)) return null;
      const token = newOpaqueToken();
      const now = clock.now();
      await dropExpiredTokens(db, now);
      await storeToken(db, {
        token,
        purpose: 'setup',
        userId: null,
        now,
        expiresAt: new Date(now.getTime() + setupLifetime),
      });
      return `${appUrl}/setup?${new URLSearchParams({ token })}`;
    },

    async complete(token: string, account: FirstAccount, caller: Caller): Promise<UserRow> {
      await throttle.countByAddress('setup', caller.address, triesPerAddress);
      const wanted = hashToken(token);
      const user = await makeFirstAccount(account, async (tx) => {
        const links = await takeSetupTokens(tx);
        return links.some((link) => link.token_hash.equals(wanted) && link.expires_at > clock.now());
      });
      audit(logger, 'setup_completed', { userId: user.id, address: caller.address });
      return user;
    },

    /** Creates the account named in the environment; false if there is an account already. */
    async completeFromEnvironment(account: FirstAccount): Promise<boolean> {
      if (await anyUserExists(db)) return false;
      try {
        const user = await makeFirstAccount(account, async (tx) => {
          await takeSetupTokens(tx);
          return true;
        });
        audit(logger, 'setup_completed', { userId: user.id, reason: 'ADMIN_EMAIL' });
        return true;
      } catch (error) {
        if (error instanceof AuthError && error.code === 'setup_already_done') return false;
        throw error;
      }
    },
  };
}

function setupClosed(): AuthError {
  return new AuthError(409, 'setup_already_done', 'The first account exists already. Please sign in.');
}

function linkNotValid(): AuthError {
  return new AuthError(
    400,
    'setup_link_invalid',
    'This set-up link is not valid any more. Restart the server to get a new one.',
  );
}

import type {
  Account,
  AccountSessions,
  RecoveryCodes,
  SecondFactor,
} from '@storefleet/contract/people/account';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import { notSignedIn } from './auth-provider.ts';
import { dropNotice, noticesOf } from './embedded/notices.repository.ts';
import type { Caller } from './embedded/parts.ts';
import type { SecondFactorService } from './embedded/second-factor/second-factor.ts';
import { endOwnSession, findUserAndSession, listSessions } from './embedded/sessions.repository.ts';
import type { SignedIn } from './embedded/sessions.ts';
import { inApiTerms } from './team-errors.ts';

export type AccountService = ReturnType<typeof createAccountService>;

/** The signed-in person's own account. */
export function createAccountService({
  db,
  secondFactor: ownSecondFactor,
  hostedAt,
}: {
  db: Database;
  /** Null with a hosted project. */
  secondFactor: SecondFactorService | null;
  /** The hosted project people sign in at, or null. */
  hostedAt: string | null;
}) {
  async function get({ id, email, name, role, storeIds }: AuthenticatedUser): Promise<Account> {
    const notices = await noticesOf(db, id);
    return {
      id,
      email,
      name,
      role,
      store_ids: storeIds === null ? null : [...storeIds],
      notices: notices.map(({ created_at, ...notice }) => ({
        ...notice,
        created_at: created_at.toISOString(),
      })),
    };
  }

  async function sessions({ id, sessionId }: AuthenticatedUser): Promise<AccountSessions> {
    const rows = hostedAt === null ? await listSessions(db, id) : [];
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        user_agent: row.user_agent,
        address: row.ip_address,
        began_at: row.created_at.toISOString(),
        last_used_at: (row.last_used_at ?? row.refreshed_at).toISOString(),
        is_current: row.id === sessionId,
      })),
      managed_at: hostedAt,
    };
  }

  /** For the embedded service, if the person's session still exists. */
  async function withSecondFactor<Result>(
    { id, sessionId }: AuthenticatedUser,
    task: (service: SecondFactorService, signedIn: SignedIn) => Promise<Result>,
  ): Promise<Result> {
    if (ownSecondFactor === null) throw new AppError({ code: 'second_factor_managed_elsewhere' });
    const found = await findUserAndSession(db, id, sessionId);
    if (found === null || found.session === null) throw notSignedIn();
    const signedIn = { ...found, session: found.session };
    return inApiTerms(() => task(ownSecondFactor, signedIn));
  }

  return {
    get,
    sessions,

    async secondFactor({ id }: AuthenticatedUser): Promise<SecondFactor> {
      if (ownSecondFactor !== null) return ownSecondFactor.status(id);
      return { enrolled_at: null, recovery_codes_left: 0, is_demanded: false, managed_at: hostedAt };
    },

    removeSecondFactor: (user: AuthenticatedUser, proof: string, caller: Caller): Promise<SecondFactor> =>
      withSecondFactor(user, (service, signedIn) => service.remove(signedIn, proof, caller)),

    createRecoveryCodes: (
      user: AuthenticatedUser,
      proof: string | undefined,
      caller: Caller,
    ): Promise<RecoveryCodes> =>
      withSecondFactor(user, (service, signedIn) => service.createRecoveryCodes(signedIn, proof, caller)),

    useRecoveryCode: (user: AuthenticatedUser, code: string, caller: Caller): Promise<SecondFactor> =>
      withSecondFactor(user, (service, signedIn) => service.useRecoveryCode(signedIn, code, caller)),

    /** Idempotent: it has ended either way. */
    async endSession(user: AuthenticatedUser, sessionId: string): Promise<AccountSessions> {
      await endOwnSession(db, user.id, sessionId);
      return sessions(user);
    },

    async dismissNotice(user: AuthenticatedUser, noticeId: string): Promise<Account> {
      await dropNotice(db, user.id, noticeId);
      return get(user);
    },
  };
}

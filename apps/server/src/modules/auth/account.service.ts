import type { Account, AccountSessions } from '@storefleet/contract/people/account';
import type { Database } from '../../platform/db/database.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import { dropNotice, noticesOf } from './embedded/notices.repository.ts';
import { endOwnSession, listSessions } from './embedded/sessions.repository.ts';

export type AccountService = ReturnType<typeof createAccountService>;

/** What the signed-in person sees of their own account. */
export function createAccountService({
  db,
  hostedAt,
}: {
  db: Database;
  /** The hosted project that people sign in at, or null. */
  hostedAt: string | null;
}) {
  async function get({ id, email, name, role }: AuthenticatedUser): Promise<Account> {
    const notices = await noticesOf(db, id);
    return {
      id,
      email,
      name,
      role,
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

  return {
    get,
    sessions,

    /** Again does no harm: it is over either way. */
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

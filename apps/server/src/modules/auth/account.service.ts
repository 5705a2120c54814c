import type { Account } from '@storefleet/contract/people/account';
import type { Database } from '../../platform/db/database.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import { dropNotice, noticesOf } from './embedded/notices.repository.ts';

export type AccountService = ReturnType<typeof createAccountService>;

/** What the signed-in person sees of their own account. */
export function createAccountService({ db }: { db: Database }) {
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

  return {
    get,

    async dismissNotice(user: AuthenticatedUser, noticeId: string): Promise<Account> {
      await dropNotice(db, user.id, noticeId);
      return get(user);
    },
  };
}

import type { Account } from '@storefleet/contract/people/account';
import type { Database } from '../../platform/db/database.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import type { WhoSignsIn } from './auth.service.ts';
import { dropNotice, noticesOf } from './embedded/notices.repository.ts';

export type AccountService = ReturnType<typeof createAccountService>;

/** What the signed-in person sees of their own account. */
export function createAccountService({ db, auth }: { db: Database; auth: WhoSignsIn }) {
  async function ownerId(): Promise<string | undefined> {
    const owner =
      auth.hosted === null ? await auth.embedded.members.owner() : await auth.hosted.members.owner();
    return owner?.id;
  }

  async function get({ id, email, name }: AuthenticatedUser): Promise<Account> {
    const notices = await noticesOf(db, id);
    return {
      id,
      email,
      name,
      is_owner: id === (await ownerId()),
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

import { AuthError } from '../../auth-error.ts';
import type { Background } from '../background.ts';
import { secondFactorNotice } from '../mails.ts';
import { type AuthParts, audit, type Caller } from '../parts.ts';
import { dropSecondMethods } from '../sessions.repository.ts';
import type { SignedIn } from '../sessions.ts';
import type { UserRow } from '../users.repository.ts';
import { isFresh } from './assurance.ts';
import {
  dropFactor,
  dropSecondFactor,
  type FactorRow,
  findFactor,
  listFactors,
} from './factors.repository.ts';

export type Factors = ReturnType<typeof createFactors>;

/** Members' authenticator apps, apart from their codes. Each member has at most one. */
export function createFactors(parts: AuthParts, { background }: { background: Background }) {
  const { db, clock, logger } = parts;

  async function require(userId: string, id: string): Promise<FactorRow> {
    const factor = await findFactor(db, userId, id);
    if (factor === null) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
    return factor;
  }

  /** Mails the person about the change. */
  function notify(user: UserRow, change: 'added' | 'removed'): void {
    background.run('sending a notice of a changed second factor', async () => {
      await parts.mailer.send(secondFactorNotice(await parts.appName(), user.email, change));
    });
  }

  /** Removes everything but the password; false if there was nothing. */
  async function drop(user: UserRow, by: { actorId: string | null; address?: string }): Promise<boolean> {
    const dropped = await db.transaction(async (tx) => {
      await dropSecondMethods(tx, user.id);
      return dropSecondFactor(tx, user.id);
    });
    if (!dropped) return false;
    audit(logger, 'second_factor_removed', { userId: user.id, ...by });
    notify(user, 'removed');
    return true;
  }

  return {
    list: (userId: string) => listFactors(db, userId),
    require,
    notify,
    drop,

    /** A session left open somewhere cannot disable the factor: it requires a code entered just before. */
    async unenrol({ user, session }: SignedIn, factorId: string, caller: Caller): Promise<void> {
      const factor = await require(user.id, factorId);
      if (factor.verified_at === null) return dropFactor(db, factor.id);
      if (!isFresh(session.amr, clock.now())) {
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
      }
      await drop(user, { actorId: user.id, address: caller.address });
    },

    /** For account managers. Returns the factor as it was. */
    async dropOne(user: UserRow, factorId: string): Promise<FactorRow> {
      const factor = await require(user.id, factorId);
      if (factor.verified_at === null) await dropFactor(db, factor.id);
      else await drop(user, { actorId: null });
      return factor;
    },
  };
}

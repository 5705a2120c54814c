import type { RecoveryCodes, SecondFactor } from '@storefleet/contract/people/account';
import type { Database } from '../../../../platform/db/database.ts';
import { AppError, invalidField } from '../../../../platform/http/problem.ts';
import { type AuthParts, audit, type Caller } from '../parts.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { addToAmr, endSessionsOfUser } from '../sessions.repository.ts';
import type { SignedIn } from '../sessions.ts';
import { accountAtAddressDelay } from '../throttling/throttle.ts';
import { lockUser, type UserRow } from '../users.repository.ts';
import { isFresh } from './assurance.ts';
import type { AuthenticatorApps } from './authenticator-apps.ts';
import { findVerifiedFactor, readDemand, setDemand, usersWithFactor } from './factors.repository.ts';
import type { Factors } from './factors.ts';
import {
  countRecoveryCodes,
  readRecoveryCode,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from './recovery-codes.ts';

type SecondFactorDeps = AuthParts & {
  readonly factors: Factors;
  readonly authenticatorApps: AuthenticatorApps;
};

export type SecondFactorService = ReturnType<typeof createSecondFactor>;

/** What GoTrue lacks: recovery codes, removal with a proof, resets, and requiring a second factor. */
export function createSecondFactor(deps: SecondFactorDeps) {
  const { db, clock, logger, factors } = deps;

  return {
    status: (userId: string) => status(db, userId),

    /** Upgrades the session to two factors. */
    async useRecoveryCode(signedIn: SignedIn, typed: string, caller: Caller): Promise<SecondFactor> {
      const { user, session } = signedIn;
      await requireFactor(db, user.id);
      if (!(await takeCode(deps, user, typed, caller))) throw new AppError({ code: 'recovery_code_invalid' });
      await addToAmr(db, session.id, 'mfa/recovery_code', clock.now());
      return status(db, user.id);
    },

    /** Replaces the existing ones; without a proof only right after a code was confirmed. */
    async createRecoveryCodes(
      signedIn: SignedIn,
      proof: string | undefined,
      caller: Caller,
    ): Promise<RecoveryCodes> {
      const { user, session } = signedIn;
      await requireFactor(db, user.id);
      if (proof) await prove(deps, signedIn, proof, caller);
      else if (!isFresh(session.amr, clock.now())) {
        throw invalidField('proof', 'Enter your password or a code.');
      }
      const codes = await db.transaction(async (tx) => {
        // Otherwise two lists made at once would both be valid.
        await lockUser(tx, user.id);
        return replaceRecoveryCodes(tx, user.id);
      });
      audit(logger, 'recovery_codes_made', { userId: user.id, address: caller.address });
      return { codes };
    },

    async remove(signedIn: SignedIn, proof: string, caller: Caller): Promise<SecondFactor> {
      await prove(deps, signedIn, proof, caller);
      await factors.drop(signedIn.user, { actorId: signedIn.user.id, address: caller.address });
      return status(db, signedIn.user.id);
    },

    /** For somebody who has lost theirs. Ends their sessions: whoever holds one could enrol a new factor. */
    async reset(user: UserRow, actorId: string | null = null): Promise<void> {
      if (!(await factors.drop(user, { actorId }))) throw new AppError({ code: 'no_second_factor' });
      await endSessionsOfUser(db, user.id);
    },

    isEnrolled: async (userId: string) => (await findVerifiedFactor(db, userId)) !== null,
    usersWithFactor: () => usersWithFactor(db),
    isDemanded: () => readDemand(db),

    /** An owner who requires it must have one: otherwise they would be the first to be locked out. */
    async demand(isDemanded: boolean, actorId: string): Promise<void> {
      if (isDemanded) await requireFactor(db, actorId);
      await setDemand(db, isDemanded);
      audit(logger, isDemanded ? 'second_factor_demanded' : 'second_factor_not_demanded', { actorId });
    },
  };
}

async function status(db: Database, userId: string): Promise<SecondFactor> {
  const [factor, left, isDemanded] = await Promise.all([
    findVerifiedFactor(db, userId),
    countRecoveryCodes(db, userId),
    readDemand(db),
  ]);
  return {
    enrolled_at: factor?.verified_at?.toISOString() ?? null,
    recovery_codes_left: left,
    is_demanded: isDemanded,
    managed_at: null,
  };
}

async function requireFactor(db: Database, userId: string) {
  const factor = await findVerifiedFactor(db, userId);
  if (factor === null) throw new AppError({ code: 'no_second_factor' });
  return factor;
}

/** Uses up a recovery code. */
async function takeCode(
  { db, clock, throttle, logger }: SecondFactorDeps,
  user: UserRow,
  typed: string,
  caller: Caller,
): Promise<boolean> {
  await throttle.countTryOrRefuse('recovery-code', user.id, accountAtAddressDelay);
  const code = readRecoveryCode(typed);
  const taken = code !== null && (await takeRecoveryCode(db, user.id, code, clock.now()));
  if (taken) await throttle.forget('recovery-code', user.id);
  audit(logger, taken ? 'recovery_code_used' : 'recovery_code_refused', {
    userId: user.id,
    address: caller.address,
  });
  return taken;
}

/** Makes a signed-in person prove their identity again. */
async function prove(
  deps: SecondFactorDeps,
  { user }: SignedIn,
  proof: string,
  caller: Caller,
): Promise<void> {
  const { logger, authenticatorApps } = deps;
  const factor = await requireFactor(deps.db, user.id);
  const isRight = /^\d{3} ?\d{3}$/.test(proof.trim())
    ? await authenticatorApps.takeCode(factor, proof)
    : await isPassword(deps, user, proof);
  if (isRight) return;
  if (readRecoveryCode(proof) !== null && (await takeCode(deps, user, proof, caller))) return;
  audit(logger, 'second_factor_refused', { userId: user.id, address: caller.address });
  throw new AppError({ code: 'proof_invalid' });
}

async function isPassword({ throttle }: SecondFactorDeps, user: UserRow, password: string): Promise<boolean> {
  await throttle.countTryOrRefuse('prove-again', user.id, accountAtAddressDelay);
  if (!(await verifyPassword(user.password_hash, password))) return false;
  await throttle.forget('prove-again', user.id);
  return true;
}

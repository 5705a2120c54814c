import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { SecretBox } from '../../../../platform/crypto/secret-box.ts';
import { isUniqueViolation } from '../../../../platform/db/errors.ts';
import { AuthError, invalid } from '../../auth-error.ts';
import type { Background } from '../background.ts';
import { secondFactorNotice } from '../mails.ts';
import { type AuthParts, audit, type Caller } from '../parts.ts';
import { dropSecondMethods } from '../sessions.repository.ts';
import type { SessionGrant, Sessions, SignedIn } from '../sessions.ts';
import { accountAtAddressDelay } from '../throttling/throttle.ts';
import type { UserRow } from '../users.repository.ts';
import { aalOf, isFresh } from './assurance.ts';
import {
  advanceFactor,
  dropChallenge,
  dropFactor,
  dropSecondFactor,
  dropUnverifiedFactors,
  type FactorRow,
  findChallenge,
  findFactor,
  insertChallenge,
  listFactors,
  replaceUnverifiedFactors,
} from './factors.repository.ts';
import { qrCode } from './qr-code.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** Milliseconds; GoTrue's own. */
const challengeLifetime = 5 * 60 * 1_000;
/** Characters. */
const longestName = 100;

export type Enrolment = { factor: FactorRow; secret: string; uri: string; qrCode: string };

export type Factors = ReturnType<typeof createFactors>;

/** Authenticator apps, by GoTrue's calls. Each member has one at most. */
export function createFactors(
  parts: AuthParts,
  { secretBox, sessions, background }: { secretBox: SecretBox; sessions: Sessions; background: Background },
) {
  const { db, clock, throttle, logger } = parts;

  async function require({ user }: SignedIn, id: string): Promise<FactorRow> {
    const factor = await findFactor(db, user.id, id);
    if (factor === null) throw factorNotFound();
    return factor;
  }

  /** The step of the code, or null; every try counts until `throttle.forget` after the right one. */
  async function readCode(factor: FactorRow, code: string): Promise<number | null> {
    await throttle.countTryOrRefuse('second-factor', factor.user_id, accountAtAddressDelay);
    return stepOfCode(secretBox.open(factor.secret, bindingOf(factor.id)), code, clock.now());
  }

  function tell(user: UserRow, change: 'added' | 'removed'): void {
    background.run('sending a notice of a changed second factor', async () => {
      await parts.mailer.send(secondFactorNotice(await parts.appName(), user.email, change));
    });
  }

  return {
    list: (userId: string) => listFactors(db, userId),
    tell,

    async enrol(
      { user, session }: SignedIn,
      { friendlyName, issuer }: { friendlyName: string; issuer: string },
    ): Promise<Enrolment> {
      if ((await listFactors(db, user.id)).some(({ verified_at }) => verified_at !== null)) {
        throw aalOf(session.amr) === 'aal1'
          ? new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
          : tooManyFactors();
      }
      const id = uuidv7();
      const now = clock.now();
      const secret = newTotpSecret();
      const factor: FactorRow = {
        id,
        user_id: user.id,
        friendly_name: friendlyName.slice(0, longestName),
        secret: secretBox.seal(secret, bindingOf(id)),
        last_step: null,
        verified_at: null,
        last_challenged_at: null,
        created_at: now,
        updated_at: now,
      };
      await db.transaction((tx) => replaceUnverifiedFactors(tx, factor));
      const named = issuer.slice(0, longestName) || (await parts.appName());
      const uri = totpUri({ issuer: named, account: user.email, secret });
      return { factor, secret, uri, qrCode: qrCode(uri) };
    },

    async challenge(signedIn: SignedIn, factorId: string): Promise<{ id: string; expiresAt: Date }> {
      const { id } = await require(signedIn, factorId);
      const now = clock.now();
      const challenge = { id: uuidv7(), factorId: id, now };
      await insertChallenge(db, {
        ...challenge,
        expiredBefore: new Date(now.getTime() - challengeLifetime),
      });
      return { id: challenge.id, expiresAt: new Date(now.getTime() + challengeLifetime) };
    },

    /** Takes a code once; the first one of a factor switches it on. */
    async verify(
      signedIn: SignedIn,
      { factorId, challengeId, code }: { factorId: string; challengeId: string; code: string },
      caller: Caller,
    ): Promise<{ grant: SessionGrant; isNew: boolean }> {
      const { user } = signedIn;
      const factor = await require(signedIn, factorId);
      if (code === '') throw invalid('Code needs to be non-empty');
      const begun = isUuid(challengeId) ? await findChallenge(db, factor.id, challengeId) : null;
      if (begun === null) {
        const sentence = 'MFA factor with the provided challenge ID not found';
        throw new AuthError(422, 'mfa_factor_not_found', sentence);
      }
      const now = clock.now();
      if (begun.getTime() + challengeLifetime < now.getTime()) {
        const sentence = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
        throw new AuthError(422, 'mfa_challenge_expired', sentence);
      }
      const step = await readCode(factor, code);
      const grant =
        step === null
          ? null
          : await sessions
              .stepUp(signedIn, 'totp', async (tx) => {
                await dropChallenge(tx, challengeId);
                if (!(await advanceFactor(tx, factor.id, step, now))) return false;
                await dropUnverifiedFactors(tx, user.id);
                return true;
              })
              .catch((error: unknown) => {
                throw isUniqueViolation(error) ? tooManyFactors() : error;
              });
      if (grant === null) {
        audit(logger, 'second_factor_refused', { userId: user.id, address: caller.address });
        throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
      }
      await throttle.forget('second-factor', user.id);
      const isNew = factor.verified_at === null;
      audit(logger, isNew ? 'second_factor_enrolled' : 'second_factor_confirmed', {
        userId: user.id,
        address: caller.address,
      });
      if (isNew) tell(user, 'added');
      return { grant, isNew };
    },

    /** Whether it is the code of a confirmed factor, which it then is no more. */
    async takeCode(factor: FactorRow, code: string): Promise<boolean> {
      const step = await readCode(factor, code);
      if (step === null || !(await advanceFactor(db, factor.id, step, clock.now()))) return false;
      await throttle.forget('second-factor', factor.user_id);
      return true;
    },

    /** A session that is left open somewhere cannot switch the factor off: a code is entered right before. */
    async unenrol(signedIn: SignedIn, factorId: string, caller: Caller): Promise<void> {
      const { user, session } = signedIn;
      const factor = await require(signedIn, factorId);
      if (factor.verified_at === null) return dropFactor(db, factor.id);
      if (!isFresh(session.amr, clock.now())) {
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
      }
      await this.drop(user, { actorId: user.id, address: caller.address });
    },

    /** For those who look after accounts. Answers the factor as it was. */
    async dropOne(user: UserRow, factorId: string): Promise<FactorRow> {
      const factor = await findFactor(db, user.id, factorId);
      if (factor === null) throw factorNotFound();
      if (factor.verified_at === null) await dropFactor(db, factor.id);
      else await this.drop(user, { actorId: null });
      return factor;
    },

    /** Removes everything beside the password; false where there was nothing. */
    async drop(user: UserRow, by: { actorId: string | null; address?: string }): Promise<boolean> {
      const dropped = await db.transaction(async (tx) => {
        await dropSecondMethods(tx, user.id);
        return dropSecondFactor(tx, user.id);
      });
      if (!dropped) return false;
      audit(logger, 'second_factor_removed', { userId: user.id, ...by });
      tell(user, 'removed');
      return true;
    },
  };
}

function factorNotFound(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
}

function tooManyFactors(): AuthError {
  const sentence = 'Maximum number of verified factors reached, unenroll to continue';
  return new AuthError(422, 'too_many_enrolled_mfa_factors', sentence);
}

/** What its secret is bound to. */
const bindingOf = (factorId: string) => `second_factors/${factorId}/secret`;

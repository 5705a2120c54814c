import { encodeQR } from 'qr';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { SecretBox } from '../../../../platform/crypto/secret-box.ts';
import { isUniqueViolation } from '../../../../platform/db/errors.ts';
import { AuthError, invalid } from '../../auth-error.ts';
import { type AuthParts, audit, type Caller } from '../parts.ts';
import type { SessionGrant, Sessions, SignedIn } from '../sessions.ts';
import { accountAtAddressDelay } from '../throttling/throttle.ts';
import { aalOf } from './assurance.ts';
import {
  advanceFactor,
  dropChallenge,
  dropUnverifiedFactors,
  type FactorRow,
  findChallenge,
  insertChallenge,
  replaceUnverifiedFactors,
} from './factors.repository.ts';
import type { Factors } from './factors.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** Milliseconds; GoTrue's own. */
const challengeLifetime = 5 * 60 * 1_000;
/** Characters. */
const longestName = 100;

type Enrolment = { factor: FactorRow; secret: string; uri: string; qrCode: string };
type Answer = { factorId: string; challengeId: string; code: string };

type AppsDeps = { secretBox: SecretBox; sessions: Sessions; factors: Factors };

export type AuthenticatorApps = ReturnType<typeof createAuthenticatorApps>;

/** Secrets and codes of authenticator apps, by GoTrue's calls. */
export function createAuthenticatorApps(parts: AuthParts, { secretBox, sessions, factors }: AppsDeps) {
  const { db, clock, throttle, logger } = parts;

  /** The code's step, or null; every attempt counts until `throttle.forget` after a correct one. */
  async function readCode(factor: FactorRow, code: string): Promise<number | null> {
    await throttle.countTryOrRefuse('second-factor', factor.user_id, accountAtAddressDelay);
    return stepOfCode(secretBox.open(factor.secret, bindingOf(factor.id)), code, clock.now());
  }

  /** Upgrades the session to two factors; null for a wrong or used code. */
  async function stepUp(signedIn: SignedIn, factor: FactorRow, answer: Answer): Promise<SessionGrant | null> {
    const step = await readCode(factor, answer.code);
    if (step === null) return null;
    const grant = sessions.stepUp(signedIn, 'totp', async (tx) => {
      await dropChallenge(tx, answer.challengeId);
      if (!(await advanceFactor(tx, factor.id, step, clock.now()))) return false;
      await dropUnverifiedFactors(tx, factor.user_id);
      return true;
    });
    return grant.catch((error: unknown) => {
      throw isUniqueViolation(error) ? tooManyFactors() : error;
    });
  }

  return {
    async enrol(
      { user, session }: SignedIn,
      { friendlyName, issuer }: { friendlyName: string; issuer: string },
    ): Promise<Enrolment> {
      if ((await factors.list(user.id)).some(({ verified_at }) => verified_at !== null)) {
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

    async challenge({ user }: SignedIn, factorId: string): Promise<{ id: string; expiresAt: Date }> {
      await factors.require(user.id, factorId);
      const id = uuidv7();
      const now = clock.now();
      const expiredBefore = new Date(now.getTime() - challengeLifetime);
      await insertChallenge(db, { id, factorId, now, expiredBefore });
      return { id, expiresAt: new Date(now.getTime() + challengeLifetime) };
    },

    /** Accepts a code once; a factor's first one enables it. */
    async verify(
      signedIn: SignedIn,
      answer: Answer,
      caller: Caller,
    ): Promise<{ grant: SessionGrant; isNew: boolean }> {
      const { user } = signedIn;
      const factor = await factors.require(user.id, answer.factorId);
      if (answer.code === '') throw invalid('Code needs to be non-empty');
      await requireChallenge(parts, answer);
      const grant = await stepUp(signedIn, factor, answer);
      const by = { userId: user.id, address: caller.address };
      if (grant === null) {
        audit(logger, 'second_factor_refused', by);
        throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
      }
      await throttle.forget('second-factor', user.id);
      const isNew = factor.verified_at === null;
      audit(logger, isNew ? 'second_factor_enrolled' : 'second_factor_confirmed', by);
      if (isNew) factors.notify(user, 'added');
      return { grant, isNew };
    },

    /** Whether it is a code of a confirmed factor, which is then used up. */
    async takeCode(factor: FactorRow, code: string): Promise<boolean> {
      const step = await readCode(factor, code);
      if (step === null || !(await advanceFactor(db, factor.id, step, clock.now()))) return false;
      await throttle.forget('second-factor', factor.user_id);
      return true;
    },
  };
}

async function requireChallenge({ db, clock }: AuthParts, { factorId, challengeId }: Answer): Promise<void> {
  const begun = isUuid(challengeId) ? await findChallenge(db, factorId, challengeId) : null;
  if (begun === null) {
    const sentence = 'MFA factor with the provided challenge ID not found';
    throw new AuthError(422, 'mfa_factor_not_found', sentence);
  }
  if (begun.getTime() + challengeLifetime < clock.now().getTime()) {
    const sentence = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, 'mfa_challenge_expired', sentence);
  }
}

function tooManyFactors(): AuthError {
  const sentence = 'Maximum number of verified factors reached, unenroll to continue';
  return new AuthError(422, 'too_many_enrolled_mfa_factors', sentence);
}

/** The place its secret is bound to. */
const bindingOf = (factorId: string) => `second_factors/${factorId}/secret`;

/** Light modules around the code, which cameras need to find it. */
const border = 4;

/** A QR code as SVG, with low error correction. The client puts it into a data URL as is: no `#` or `%`. */
function qrCode(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="white" d="M0 0h${size}v${size}H0z"/><path fill="black" d="${dark.join('')}"/></svg>`,
  ].join('');
}

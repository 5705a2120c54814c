import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { isUniqueViolation } from '../../../../platform/db/errors.ts';
import { insertRow } from '../../../../platform/db/rows.ts';
import { AuthError } from '../../auth-error.ts';
import { displayName } from '../../claims.ts';
import type { Background } from '../background.ts';
import { passkeyNotice } from '../mails.ts';
import { type AuthParts, audit, type Caller } from '../parts.ts';
import { aalOf } from '../second-factor/assurance.ts';
import { isBanned, type SessionGrant, type Sessions, type SignedIn } from '../sessions.ts';
import { findUser, type UserRow } from '../users.repository.ts';
import {
  dropPasskey,
  findByCredential,
  insertChallenge,
  listPasskeys,
  type PasskeyRow,
  recordUse,
  renamePasskey,
  takeChallenge,
} from './passkeys.repository.ts';
import { type RelyingParty, relyingParty } from './relying-party.ts';

/** Milliseconds; GoTrue's own. */
const challengeLifetime = 5 * 60 * 1_000;
/** GoTrue's own. */
const mostPasskeys = 10;
/** Characters; GoTrue's own. */
const longestName = 120;
/** Sign-ins begun from one address in five minutes. */
const begunPerAddress = 60;

/** COSE algorithms, all that browsers have in common: EdDSA, ES256 and RS256. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Loaded when somebody uses one: it would slow every start by a third of a second. */
const webAuthn = () => import('@simplewebauthn/server');

/** What a browser answers a challenge with. */
export type Answer = { challengeId: string; credential: unknown };

type PasskeyDeps = AuthParts & { readonly sessions: Sessions; readonly background: Background };
type From = { host: string | undefined; caller: Caller };

/** Keys of members' devices, by GoTrue's calls. They replace the password, not the second factor. */
export function createPasskeys(deps: PasskeyDeps) {
  const { db } = deps;

  return {
    list: (userId: string) => listPasskeys(db, userId),
    beginRegistration: (signedIn: SignedIn, host: string | undefined) =>
      beginRegistration(deps, signedIn, host),
    register: (signedIn: SignedIn, answer: Answer, from: From) => register(deps, signedIn, answer, from),
    beginSignIn: (host: string | undefined, caller: Caller) => beginSignIn(deps, host, caller),
    signIn: (answer: Answer, host: string | undefined, caller: Caller) => signIn(deps, answer, host, caller),
    rename: (signedIn: SignedIn, id: string, name: string) => rename(deps, signedIn, id, name),
    remove: (signedIn: SignedIn, id: string, caller: Caller) => remove(deps, signedIn, id, caller),
  };
}

async function begin({ db, clock }: PasskeyDeps, userId: string | null, challenge: string) {
  const id = uuidv7();
  const now = clock.now();
  const expiredBefore = new Date(now.getTime() - challengeLifetime);
  await insertChallenge(db, { id, userId, challenge, now, expiredBefore });
  return { id, expiresAt: new Date(now.getTime() + challengeLifetime) };
}

/** Uses up a challenge, whatever comes of it. */
async function challengeOf(
  { db, clock }: PasskeyDeps,
  { challengeId }: Answer,
  userId: string | null,
): Promise<string> {
  const taken = isUuid(challengeId) ? await takeChallenge(db, challengeId, userId) : null;
  if (taken === null) {
    throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  }
  if (taken.created_at.getTime() + challengeLifetime < clock.now().getTime()) {
    throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired');
  }
  return taken.challenge;
}

function notify(
  { background, mailer, appName }: PasskeyDeps,
  user: UserRow,
  change: 'added' | 'removed',
): void {
  background.run('sending a notice of a changed passkey', async () => {
    await mailer.send(passkeyNotice(await appName(), user.email, change));
  });
}

/** The passkey that signed the challenge, and its new count of signatures. */
async function verify(deps: PasskeyDeps, site: RelyingParty, answer: Answer) {
  const { db, clock } = deps;
  const expectedChallenge = await challengeOf(deps, answer, null);
  const response = answer.credential as AuthenticationResponseJSON;
  const id: unknown = response?.id;
  const passkey = typeof id === 'string' ? await findByCredential(db, id) : null;
  if (passkey === null) throw notVerified();
  const handle = response.response?.userHandle;
  if (handle !== undefined && handle !== handleOf(passkey.user_id)) throw notVerified();
  const { verified, authenticationInfo } = await (await webAuthn())
    .verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    })
    .catch((error: unknown) => {
      throw notVerified(error);
    });
  if (!verified || !(await recordUse(db, passkey.id, authenticationInfo.newCounter, clock.now()))) {
    throw notVerified();
  }
  return passkey;
}

async function beginRegistration(deps: PasskeyDeps, signedIn: SignedIn, host: string | undefined) {
  const { db, appUrl, appName } = deps;
  const { user } = signedIn;
  const site = relyingParty(appUrl, host);
  requireBothFactors(signedIn);
  const present = await listPasskeys(db, user.id);
  if (present.length >= mostPasskeys) throw tooMany();
  const options = await (await webAuthn()).generateRegistrationOptions({
    supportedAlgorithmIDs,
    rpName: await appName(),
    rpID: site.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: displayName(user.user_metadata) || user.email,
    excludeCredentials: present.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...(await begin(deps, user.id, options.challenge)), options };
}

async function register(
  deps: PasskeyDeps,
  signedIn: SignedIn,
  answer: Answer,
  { host, caller }: From,
): Promise<PasskeyRow> {
  const { db, clock, logger, appUrl } = deps;
  const { user } = signedIn;
  const site = relyingParty(appUrl, host);
  requireBothFactors(signedIn);
  const expectedChallenge = await challengeOf(deps, answer, user.id);
  const { registrationInfo } = await (await webAuthn())
    .verifyRegistrationResponse({
      supportedAlgorithmIDs,
      response: answer.credential as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
    })
    .catch((error: unknown) => {
      throw notVerified(error);
    });
  if (registrationInfo === undefined) throw notVerified();
  if ((await listPasskeys(db, user.id)).length >= mostPasskeys) throw tooMany();
  const { credential } = registrationInfo;
  const passkey: PasskeyRow = {
    id: uuidv7(),
    user_id: user.id,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: String(credential.counter),
    transports: credential.transports ?? [],
    friendly_name: '',
    created_at: clock.now(),
    last_used_at: null,
  };
  await insertRow(db, 'passkeys', passkey).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered');
  });
  audit(logger, 'passkey_added', { userId: user.id, address: caller.address });
  notify(deps, user, 'added');
  return passkey;
}

async function beginSignIn(deps: PasskeyDeps, host: string | undefined, caller: Caller) {
  const { throttle, appUrl } = deps;
  const site = relyingParty(appUrl, host);
  await throttle.countByAddress('passkey', caller.address, begunPerAddress);
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: site.id,
    userVerification: 'required',
  });
  return { ...(await begin(deps, null, options.challenge)), options };
}

async function signIn(
  deps: PasskeyDeps,
  answer: Answer,
  host: string | undefined,
  caller: Caller,
): Promise<SessionGrant> {
  const { db, clock, logger, sessions, appUrl } = deps;
  const passkey = await verify(deps, relyingParty(appUrl, host), answer).catch((error: unknown) => {
    if (error instanceof AuthError) {
      audit(logger, 'login_failed', { userId: null, address: caller.address, reason: error.code });
    }
    throw error;
  });
  const user = await findUser(db, passkey.user_id);
  if (user === null || isBanned(user, clock.now())) {
    throw new AuthError(403, 'user_banned', 'User is banned');
  }
  if (user.email_confirmed_at === null) {
    throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
  }
  return sessions.begin(user, 'passkey', caller);
}

async function rename(
  { db }: PasskeyDeps,
  { user }: SignedIn,
  id: string,
  name: string,
): Promise<PasskeyRow> {
  if (name === '') throw new AuthError(400, 'validation_failed', 'friendly_name is required');
  if (name.length > longestName) {
    const sentence = `friendly_name must be ${longestName} characters or less`;
    throw new AuthError(400, 'validation_failed', sentence);
  }
  const renamed = await renamePasskey(db, { userId: user.id, id, name });
  if (renamed === null) throw notFound();
  return renamed;
}

async function remove(deps: PasskeyDeps, signedIn: SignedIn, id: string, caller: Caller): Promise<void> {
  const { db, logger } = deps;
  const { user } = signedIn;
  requireBothFactors(signedIn);
  if (!(await dropPasskey(db, user.id, id))) throw notFound();
  audit(logger, 'passkey_removed', { userId: user.id, address: caller.address });
  notify(deps, user, 'removed');
}

/** A session that has not shown the second factor cannot add another way in. */
function requireBothFactors({ session, secondFactor: { isEnrolled } }: SignedIn): void {
  if (!isEnrolled || aalOf(session.amr) === 'aal2') return;
  const sentence = 'AAL2 session is required to manage passkeys when MFA is enabled';
  throw new AuthError(403, 'insufficient_aal', sentence);
}

/** How browsers name the person a passkey is for. */
const handleOf = (userId: string) => Buffer.from(userId).toString('base64url');

export const notFound = () => new AuthError(404, 'validation_failed', 'Passkey not found');

const notVerified = (cause?: unknown) =>
  new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed', { cause });

const tooMany = () => new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached');

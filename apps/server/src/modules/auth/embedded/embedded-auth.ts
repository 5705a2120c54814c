import { isConnectionError } from '../../../platform/db/errors.ts';
import { AppError } from '../../../platform/http/problem.ts';
import { type AuthProvider, bearerToken, notSignedIn } from '../auth-provider.ts';
import { displayName } from '../claims.ts';
import type { Installation } from '../installation.ts';
import { accessOf } from '../store-access.ts';
import { createBackground } from './background.ts';
import { createLinks } from './links.ts';
import { createMembers } from './members.ts';
import type { AuthDeps, AuthParts } from './parts.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createProfile } from './profile.ts';
import { aalOf } from './second-factor/assurance.ts';
import { createAuthenticatorApps } from './second-factor/authenticator-apps.ts';
import { createFactors } from './second-factor/factors.ts';
import { createSecondFactor } from './second-factor/second-factor.ts';
import { createSessions, isBanned, type SignedIn } from './sessions.ts';
import { createSetup } from './setup.ts';
import { createSignIn } from './sign-in.ts';
import { createKnownPlaces } from './throttling/known-places.ts';
import { createThrottle } from './throttling/throttle.ts';
import { createMailTries, createSignInTries } from './throttling/tries.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';
import { findUser } from './users.repository.ts';

export type EmbeddedAuth = ReturnType<typeof createEmbeddedAuth>;

/** The sign-in service that this server provides under /auth/v1, usable without HTTP. */
export function createEmbeddedAuth(deps: AuthDeps & { installation: Installation }) {
  const { db, clock, logger } = deps;
  const authUrl = `${deps.appUrl}/auth/v1`;
  const { issuer } = deps.installation;
  const keys = createSigningKeys({ db, secretBox: deps.secretBox, clock, issuer });
  const throttle = createThrottle({ db, clock });
  const parts: AuthParts = { ...deps, keys, throttle, authUrl, issuer };
  const background = createBackground(logger);
  const sessions = createSessions(parts);
  const places = createKnownPlaces({ db, clock });
  const tries = createSignInTries({ throttle, places, clock, triesPerAddress: deps.triesPerAddress });
  const mailTries = createMailTries({ throttle, places, clock });
  const signIn = createSignIn(parts, sessions, tries);
  const links = createLinks(parts, { sessions, background, mailTries });
  const members = createMembers(parts, links);
  const profile = createProfile(parts, { links, members, background, tries });
  const setup = createSetup(parts);
  const factors = createFactors(parts, { background });
  const passkeys = createPasskeys({ ...parts, sessions, background });
  const authenticatorApps = createAuthenticatorApps(parts, { secretBox: deps.secretBox, sessions, factors });

  const provider: AuthProvider = {
    async authenticate(authorizationHeader, call) {
      const token = bearerToken(authorizationHeader);
      if (token === null) throw notSignedIn();
      const signedIn = await sessions.resolve(token).catch((error: unknown) => {
        throw isConnectionError(error) ? error : notSignedIn(error);
      });
      if (!call?.isBeforeSecondFactor) refuseOneFactor(signedIn);
      const { user, session } = signedIn;
      return {
        id: user.id,
        email: user.email,
        name: displayName(user.user_metadata),
        ...accessOf(user),
        sessionId: session.id,
      };
    },

    async accessOf(userId) {
      const user = await findUser(db, userId);
      return user === null || isBanned(user, clock.now()) ? null : accessOf(user);
    },

    /**
     * A local installation has several addresses (localhost, 127.0.0.1, its LAN address): calls go to the one
     * the page came from. A public one has a single address, whatever a proxy does to the Host header.
     */
    async publicConfig(host) {
      const base = new URL(authUrl);
      const local = ['localhost', '127.0.0.1', '[::1]'].includes(base.hostname);
      if (local && host !== undefined && URL.canParse(`${base.protocol}//${host}`)) base.host = host;
      return { url: base.href, anon_key: await keys.anonKey() };
    },

    needsSetup: setup.needsSetup,
  };

  return {
    provider,
    factors,
    authenticatorApps,
    passkeys,
    secondFactor: createSecondFactor({ ...parts, factors, authenticatorApps }),
    sessions,
    signIn,
    links,
    profile,
    members,
    setup,
    keys,
    appUrl: deps.appUrl,
    authUrl,
    clock,

    /** Waits for mails being sent, so that shutdown loses none. */
    settled: background.settled,
  };
}

/** Nothing else works until a person who has, or must have, a second factor has shown it. */
function refuseOneFactor({ session, secondFactor: { isEnrolled, isDemanded } }: SignedIn): void {
  if (isEnrolled && aalOf(session.amr) === 'aal1') throw new AppError({ code: 'second_factor_required' });
  if (!isEnrolled && isDemanded) throw new AppError({ code: 'second_factor_missing' });
}

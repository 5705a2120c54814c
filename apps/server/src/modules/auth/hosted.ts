import {
  createRemoteJWKSet,
  type JWTPayload,
  type JWTVerifyGetKey,
  errors as joseErrors,
  jwtVerify,
} from 'jose';
import type { Secret } from '../../platform/crypto/secret.ts';
import { unavailable } from '../../platform/http/problem.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type AuthProvider, bearerToken, notSignedIn } from './auth-provider.ts';
import { displayName, readUserClaims, verifyOptions } from './claims.ts';

export type HostedOptions = {
  /** The project's address, such as `https://abcdefgh.supabase.co`. */
  projectUrl: string;
  anonKey: string;
  /** Only for projects that still sign with HS256; then no other algorithm is taken. */
  jwtSecret?: Secret | undefined;
  clock: Clock;
};

/** Asymmetric algorithms of hosted projects. HS256 is never among them: keys and secrets must not be mistaken. */
const asymmetricAlgorithms = ['ES256', 'RS256', 'EdDSA'];

/** Failures to get the key set, as opposed to failures of the token. */
const keySetFailures = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

/** Verifies the tokens of a hosted project; signing in happens between the browser and the project. */
export function createHostedProvider({ projectUrl, anonKey, jwtSecret, clock }: HostedOptions): AuthProvider {
  const issuer = `${projectUrl.replace(/\/+$/, '')}/auth/v1`;
  const verify = jwtSecret === undefined ? byKeySet(issuer) : bySecret(jwtSecret);

  return {
    async authenticate(authorizationHeader) {
      const token = bearerToken(authorizationHeader);
      if (token === null) throw notSignedIn();
      try {
        const claims = readUserClaims(await verify(token, issuer, clock.now()));
        return {
          id: claims.sub,
          email: claims.email,
          name: displayName(claims.user_metadata),
          sessionId: claims.session_id ?? null,
        };
      } catch (error) {
        if (isKeySetFailure(error)) {
          throw unavailable(
            'The sign-in service is not answering. Please try again in a moment.',
            'service_unavailable',
            { headers: { 'retry-after': '5' }, cause: error },
          );
        }
        throw notSignedIn(error);
      }
    },
    mayStillAct: async () => true,
    publicConfig: async () => ({ url: issuer, anon_key: anonKey }),
    needsSetup: async () => false,
  };
}

type Verify = (token: string, issuer: string, now: Date) => Promise<JWTPayload>;

function byKeySet(issuer: string): Verify {
  const keySet: JWTVerifyGetKey = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return async (token, expectedIssuer, now) =>
    (await jwtVerify(token, keySet, verifyOptions(expectedIssuer, asymmetricAlgorithms, now))).payload;
}

function bySecret(secret: Secret): Verify {
  const key = new TextEncoder().encode(secret.reveal());
  return async (token, issuer, now) =>
    (await jwtVerify(token, key, verifyOptions(issuer, ['HS256'], now))).payload;
}

function isKeySetFailure(error: unknown): boolean {
  if (error instanceof joseErrors.JOSEError) return keySetFailures.has(error.code);
  // What fetch throws when the key set's host cannot be reached.
  return error instanceof TypeError && error.message === 'fetch failed';
}

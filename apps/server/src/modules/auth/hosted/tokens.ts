import {
  createRemoteJWKSet,
  type JWTPayload,
  type JWTVerifyGetKey,
  errors as joseErrors,
  jwtVerify,
} from 'jose';
import type { Secret } from '../../../platform/crypto/secret.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { notSignedIn } from '../auth-provider.ts';
import { readUserClaims, type UserClaims, verifyOptions } from '../claims.ts';
import { projectAway } from './project.ts';

/** Algorithms of hosted projects. Never HS256: a public key must not pass for a secret. */
const asymmetricAlgorithms = ['ES256', 'RS256', 'EdDSA'];

/** Failures to fetch the key set, as opposed to failures of the token. */
const keySetFailures = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

type ReadToken = (token: string) => Promise<UserClaims>;

/** Verifies a hosted project's tokens with its published keys, or with its secret if it signs with HS256. */
export function createTokenReader(options: {
  issuer: string;
  jwtSecret: Secret | null;
  clock: Clock;
}): ReadToken {
  const { issuer, jwtSecret, clock } = options;
  const verify = jwtSecret === null ? byKeySet(issuer) : bySecret(jwtSecret);
  return async (token) => {
    try {
      return readUserClaims(await verify(token, issuer, clock.now()));
    } catch (error) {
      throw isKeySetFailure(error) ? projectAway(error) : notSignedIn(error);
    }
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
  // What fetch throws if the key set's host is unreachable.
  return error instanceof TypeError && error.message === 'fetch failed';
}

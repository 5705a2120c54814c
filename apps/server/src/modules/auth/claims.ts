import { type JWTPayload, type JWTVerifyOptions, errors as joseErrors } from 'jose';
import { z } from 'zod';

const userClaims = z.object({
  sub: z.uuid(),
  role: z.literal('authenticated'),
  email: z.string().default(''),
  session_id: z.uuid().optional(),
  aal: z.string().optional(),
  is_anonymous: z.literal(false).optional(),
  user_metadata: z.record(z.string(), z.unknown()).default({}),
  amr: z
    .array(z.object({ method: z.string(), timestamp: z.number() }))
    .catch([])
    .default([]),
});

/** The claims of a signed-in person's access token. */
export type UserClaims = z.infer<typeof userClaims>;

/** Why a token is refused, in a sentence; the caller decides the status. */
export class InvalidTokenError extends Error {
  override name = 'InvalidTokenError';
}

/** Seconds by which the clocks of two machines may differ. */
const clockTolerance = 30;

/** The checks all providers share; algorithm and keys are the provider's own. */
export function verifyOptions(issuer: string, algorithms: string[], now: Date): JWTVerifyOptions {
  return {
    issuer,
    audience: 'authenticated',
    algorithms,
    clockTolerance,
    currentDate: now,
    requiredClaims: ['exp'],
  };
}

/** Rejects anon and service keys: they have the same signature but name no person. */
export function readUserClaims(payload: JWTPayload): UserClaims {
  const claims = userClaims.safeParse(payload);
  if (!claims.success) {
    throw new InvalidTokenError('This access token does not belong to a signed-in person.');
  }
  return claims.data;
}

export function describeTokenError(error: unknown): string {
  if (error instanceof InvalidTokenError) return error.message;
  if (error instanceof joseErrors.JWTExpired) return 'The access token has expired.';
  return 'The access token is not valid here.';
}

/** A person's display name, from their own metadata. */
export function displayName(userMetadata: Record<string, unknown>): string | null {
  const name = userMetadata.name ?? userMetadata.full_name;
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
}

import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isConnectionError } from '../../../../platform/db/errors.ts';
import { AuthError } from '../../auth-error.ts';
import { bearerToken } from '../../auth-provider.ts';
import { describeTokenError } from '../../claims.ts';
import type { EmbeddedAuth } from '../embedded-auth.ts';
import type { Caller } from '../parts.ts';
import type { SignedIn } from '../sessions.ts';

/** Reads a body or query; clients send keys this service has no use for, and nulls for what they leave out. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.');
  throw new AuthError(400, 'validation_failed', field ? `${field}: ${issue?.message}` : 'Invalid request');
}

export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null };
}

export function tokenOf(request: FastifyRequest): string {
  const token = bearerToken(request.headers.authorization);
  if (token === null) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  return token;
}

/** The person a Bearer token belongs to. */
export async function signedIn(auth: EmbeddedAuth, request: FastifyRequest): Promise<SignedIn> {
  const token = tokenOf(request);
  try {
    return await auth.sessions.resolve(token);
  } catch (error) {
    if (error instanceof AuthError || isConnectionError(error)) throw error;
    throw new AuthError(403, 'bad_jwt', `invalid JWT: ${describeTokenError(error)}`, { cause: error });
  }
}

import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { isConnectionError } from '../../../../platform/db/errors.ts';
import { cookieOf } from '../../../../platform/http/cookie.ts';
import { AuthError, invalid } from '../../auth-error.ts';
import { bearerToken } from '../../auth-provider.ts';
import { describeTokenError } from '../../claims.ts';
import type { EmbeddedAuth } from '../embedded-auth.ts';
import type { Caller } from '../parts.ts';
import type { SignedIn } from '../sessions.ts';
import { placeLifetime } from '../throttling/known-places.ts';
import { isOpaqueToken, newOpaqueToken } from '../tokens/opaque-token.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token was accepted, or who followed a valid link; undefined for anybody else. */
    admitted?: { readonly id: string; readonly email: string } | 'service_key';
    /** Names the action for the audit log if method and path do not. */
    auditedAs?: string;
    /** What the audit log tells of the action besides. */
    auditedDetails?: Readonly<Record<string, unknown>>;
  }
}

/** An optional or null field, which counts as empty. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Parses a body or query; ignores unknown keys, and allows null for missing fields. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.');
  throw invalid(field ? `${field}: ${issue?.message}` : 'Invalid request');
}

const deviceCookie = 'storefleet_device';

export function callerOf(request: FastifyRequest): Caller {
  const cookie = cookieOf(request.headers.cookie, deviceCookie);
  const device = cookie !== undefined && isOpaqueToken(cookie) ? cookie : undefined;
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null, device };
}

/** A caller about to sign in: a browser without our cookie gets one with the response. */
export function newcomerOf(request: FastifyRequest): Caller & { device: string } {
  const caller = callerOf(request);
  return { ...caller, device: caller.device ?? newOpaqueToken() };
}

/** After a sign-in, guesses from elsewhere do not slow this browser. The cookie alone grants no access. */
export function rememberDevice(
  reply: FastifyReply,
  auth: EmbeddedAuth,
  { device }: { device: string },
): void {
  const { pathname, protocol } = new URL(auth.authUrl);
  const secure = protocol === 'https:' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${deviceCookie}=${device}; Path=${pathname}; Max-Age=${placeLifetime / 1_000}; HttpOnly; SameSite=Strict${secure}`,
  );
}

export function tokenOf(request: FastifyRequest): string {
  const token = bearerToken(request.headers.authorization);
  if (token === null) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  return token;
}

/** The owner of a Bearer token, in their current state. */
export async function signedIn(auth: EmbeddedAuth, request: FastifyRequest): Promise<SignedIn> {
  const token = tokenOf(request);
  try {
    const person = await auth.sessions.resolve(token);
    request.admitted = person.user;
    return person;
  } catch (error) {
    if (error instanceof AuthError || isConnectionError(error)) throw error;
    throw new AuthError(403, 'bad_jwt', `invalid JWT: ${describeTokenError(error)}`, { cause: error });
  }
}

/** For routes with a body: it is not read unless the caller is signed in. */
export function requirePerson(auth: EmbeddedAuth): onRequestAsyncHookHandler {
  return async (request) => {
    await signedIn(auth, request);
  };
}

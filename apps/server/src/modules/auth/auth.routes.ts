import { type ErrorCode, problems } from '@storefleet/contract/api/problems';
import { teamRoutes } from '@storefleet/contract/people/team';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/http/problem.ts';
import { type RouteRequest, registerRoute } from '../../platform/http/route.ts';
import type { AuthService } from './auth.service.ts';
import { AuthError } from './auth-error.ts';

/** Bytes. */
const SETUP_BODY_LIMIT = 16 * 1024;

/** The calls of this module under /api/v1. */
export function registerAuthRoutes(app: FastifyInstance, auth: AuthService): void {
  const { embedded } = auth;
  /** Anybody may call this: once setup is closed, the body is not even read. */
  const refuse = async () => {
    if (!(await auth.needsSetup())) throw new AppError({ code: 'setup_already_done' });
  };
  const setUp = async ({ body, headers, ip }: RouteRequest<typeof teamRoutes.setup>) => {
    if (embedded === null) throw new AppError({ code: 'setup_already_done' });
    const { token, email, password, name } = body;
    try {
      const caller = { address: ip, userAgent: headers['user-agent'] ?? null };
      const user = await embedded.setup.complete(token, { email, password, name: name ?? undefined }, caller);
      return { email: user.email };
    } catch (error) {
      throw error instanceof AuthError ? asAppError(error) : error;
    }
  };
  registerRoute(app, teamRoutes.setup, setUp, { refuse, bodyLimit: SETUP_BODY_LIMIT });
}

/** Translates the sign-in service's GoTrue errors into the API's format. */
function asAppError(error: AuthError): AppError {
  return new AppError({
    code: apiCode(error),
    status: error.status === 422 ? 400 : error.status,
    detail: error.message,
    headers: error.headers,
    cause: error,
  });
}

function apiCode(error: AuthError): ErrorCode {
  if (error.status === 429) return 'too_many_requests';
  if (error.code === 'email_exists') return 'user_already_exists';
  return isErrorCode(error.code) ? error.code : 'validation_failed';
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(problems, code);
}

import { STATUS_CODES } from 'node:http';
import { problems } from '@storefleet/contract/api/problems';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionError, isDiskFull } from '../../../../platform/db/errors.ts';
import { AppError } from '../../../../platform/http/problem.ts';
import { AuthError } from '../../auth-error.ts';

/** The API version from which error bodies carry `code` as a name. */
const namedCodesSince = '2024-01-01';

/** Errors and unknown paths under /auth/v1 respond in GoTrue's format, never in the API's or with a page. */
export function registerErrorAnswers(app: FastifyInstance, maximumBodySize: number): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const known = asAuthError(error, maximumBodySize);
    if (known.status >= 500) request.log.error({ err: error }, known.message);
    return sendError(known, request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(new AuthError(404, 'not_found', 'There is nothing at this address.'), request, reply),
  );
}

/** The same for a malformed address under /auth/v1; null for any other. */
export function answerUnreadable(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | null {
  return request.url.startsWith('/auth/v1/') ? sendError(asAuthError(error, 0), request, reply) : null;
}

function sendError(error: AuthError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = request.headers['x-supabase-api-version'];
  const namedCodes =
    typeof asked === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= namedCodesSince;
  if (namedCodes) reply.header('x-supabase-api-version', namedCodesSince);
  const body = namedCodes
    ? { code: error.code, message: error.message }
    : { code: error.status, error_code: error.code, msg: error.message };
  return reply
    .code(error.status)
    .headers(error.headers)
    .header('x-sb-error-code', error.code)
    .type('application/json; charset=utf-8')
    .send({ ...body, ...error.body });
}

function asAuthError(error: Error & Partial<FastifyError>, maximumBodySize: number): AuthError {
  if (error instanceof AuthError) return error;
  // Refusals common to all addresses: bodies that are too slow, too deep, or cannot be stored.
  if (error instanceof AppError && error.status < 500) {
    const code = error.status === 405 ? 'validation_failed' : 'bad_json';
    return new AuthError(error.status, code, error.message, {
      headers: { ...error.headers },
      cause: error,
    });
  }
  if (isDiskFull(error)) {
    return new AuthError(503, 'unexpected_failure', problems.disk_full.detail, { cause: error });
  }
  if (isConnectionError(error)) {
    const sentence = 'The database is not answering. Please try again in a moment.';
    return new AuthError(503, 'unexpected_failure', sentence, {
      headers: { 'retry-after': '2' },
      cause: error,
    });
  }
  if (error.statusCode === 413) {
    const sentence = `Request body too large (max ${maximumBodySize} bytes)`;
    return new AuthError(413, 'request_entity_too_large', sentence);
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    const code = error.statusCode === 429 ? 'over_request_rate_limit' : 'validation_failed';
    return new AuthError(
      error.statusCode,
      code,
      error.message || (STATUS_CODES[error.statusCode] ?? 'Bad request'),
    );
  }
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    { cause: error },
  );
}

import type { ErrorCode } from '@storefleet/contract/api/problems';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { DatabaseClosedError, isConnectionError, isDiskFull } from '../db/errors.ts';
import { AppError, ClientGoneError, PROBLEM_CONTENT_TYPE, toProblem } from './problem.ts';

/**
 * Every error leaves as problem details; unexpected ones are logged in full, and shown without internals. A
 * deliberate refusal with a 5xx status, such as for a frozen shop, is no fault of this server: one line, no
 * stack.
 */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const isCutOff = error instanceof ClientGoneError || error instanceof DatabaseClosedError;
    if (isCutOff) return reply.code(499).send();
    const known = asAppError(error);
    if (known.status >= 500) {
      if (known === error) request.log.warn({ code: known.code, status: known.status }, known.message);
      else request.log.error({ err: error }, known.message);
    }
    if (request.raw.aborted && known.status >= 500) return reply.code(499).send();
    return sendProblem(known, reply);
  });
}

export function sendProblem(known: AppError, reply: FastifyReply): FastifyReply {
  for (const [name, value] of Object.entries(known.headers ?? {})) reply.header(name, value);
  return reply
    .code(known.status)
    .type(PROBLEM_CONTENT_TYPE)
    .send(JSON.stringify(toProblem(known)));
}

/** Converts whatever was thrown. */
export function asAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return new AppError({ code: 'disk_full', cause: error });
  if (isConnectionError(error)) {
    const sentence = 'The database is not answering. Please try again in a moment.';
    return new AppError({
      code: 'service_unavailable',
      detail: sentence,
      headers: { 'retry-after': '2' },
      cause: error,
    });
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return new AppError({ code: codeOfStatus(status), cause: error });
}

/** Fastify's own refusals: a body that is not JSON, too large, or of another type. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 404) return 'not_found';
  if (status === 405) return 'method_not_allowed';
  if (status === 413) return 'payload_too_large';
  if (status === 414) return 'uri_too_long';
  if (status === 415) return 'unsupported_media_type';
  if (status === 429) return 'too_many_requests';
  return status >= 400 && status < 500 ? 'malformed_request' : 'internal_error';
}

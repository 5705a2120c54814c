import type { FastifyError, FastifyInstance } from 'fastify';
import { isConnectionError } from '../db/errors.ts';
import { AppError, notFound, PROBLEM_CONTENT_TYPE, toProblem, unavailable } from './problem.ts';

/** Every error leaves as problem details; what is not expected is logged in full and shown without its insides. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const known = asAppError(error);
    if (known.status >= 500) request.log.error({ err: error }, known.message);
    if (request.raw.aborted && known.status >= 500) return reply.code(499).send();
    for (const [name, value] of Object.entries(known.headers ?? {})) reply.header(name, value);
    return reply
      .code(known.status)
      .type(PROBLEM_CONTENT_TYPE)
      .send(JSON.stringify(toProblem(known)));
  });
}

/** Makes an answer of whatever was thrown. */
export function asAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  if (isConnectionError(error)) {
    return unavailable('The database is not answering. Try again in a moment.', 'database_unavailable', {
      headers: { 'retry-after': '2' },
      cause: error,
    });
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status >= 400 && status < 500) return fromFastify(error, status);
  return new AppError({
    status: 500,
    code: 'internal_error',
    detail: 'Something went wrong on the server. The error has been logged.',
    cause: error,
  });
}

function fromFastify(error: Error, status: number): AppError {
  const code = 'code' in error ? String(error.code) : '';
  const details: Readonly<Record<string, [string, string]>> = {
    FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', 'The body of the request is not valid JSON.'],
    FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body of the request is too large.'],
    FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body of the request has to be JSON.'],
  };
  const [name, detail] =
    details[code] ?? (status === 429 ? ['too_many_requests', error.message] : ['bad_request', error.message]);
  return new AppError({ status, code: name, detail, cause: error });
}

export function routeNotFound(method: string, url: string): AppError {
  return notFound(`There is nothing at ${method} ${url.split('?')[0]}.`, 'route_not_found');
}

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { badRequest } from '../problem.ts';

/**
 * PostgreSQL stores neither the NUL character nor half a surrogate pair. Text with them is refused on
 * arrival, whether in the address, a form or JSON.
 */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const problem = [request.params, request.query, request.body]
      .map(problemOf)
      .find((each) => each !== null);
    done(problem ? badRequest(problem) : undefined);
  });
}

/** The depth of the body was checked before. */
function problemOf(value: unknown): string | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'Texts must not contain the NUL character.';
    return value.isWellFormed() ? null : 'Texts must not contain half of a character (a lone surrogate).';
  }
  if (Array.isArray(value)) return firstProblem(value);
  // Files and signed bodies remain streams and bytes.
  const isOfTexts = typeof value === 'object' && value !== null && !(value instanceof Readable);
  return isOfTexts && !ArrayBuffer.isView(value) ? firstProblem(Object.entries(value).flat()) : null;
}

function firstProblem(values: readonly unknown[]): string | null {
  for (const value of values) {
    const problem = problemOf(value);
    if (problem !== null) return problem;
  }
  return null;
}

import type { ErrorCode } from '@storefleet/contract/api/problems';
import { SourceError } from '../../connectors/source-error.ts';
import { AppError, invalidField } from '../../platform/http/problem.ts';
import { withDeadline } from '../../platform/resilience/deadline.ts';

const PROBLEM_OF_SOURCE_ERROR = {
  auth: 'source_auth_failed',
  scope_missing: 'source_scope_missing',
  unavailable: 'source_unavailable',
  throttled: 'source_throttled',
  transient: 'source_transient',
  rejected: 'source_rejected',
  protocol: 'source_protocol',
} as const satisfies Record<SourceError['kind'], ErrorCode>;

/** A source's refusal as a problem for a person. */
export function sourceProblem(error: SourceError): AppError {
  return new AppError({ code: PROBLEM_OF_SOURCE_ERROR[error.kind], detail: error.message, cause: error });
}

/** Calls a source with a time limit in milliseconds; refusals and timeouts are thrown as problems. */
export async function askSource<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = withDeadline(milliseconds, signal);
  try {
    return await ask(deadline);
  } catch (error) {
    if (error instanceof SourceError) throw sourceProblem(error);
    if (!deadline.aborted || signal?.aborted) throw error;
    throw new AppError({
      code: 'source_transient',
      detail: `The store did not answer within ${milliseconds / 1000} seconds. Try again in a moment.`,
      cause: error,
    });
  }
}

/** Reports a source's refusal as an error of the field it came from. */
export async function refusedAt<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRejected = error instanceof SourceError && error.kind === 'rejected';
    throw isRejected ? invalidField(path, error.message) : error;
  }
}

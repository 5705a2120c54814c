import { ApiError } from '../../lib/api/api-error.ts';
import { describeError } from '../../lib/api/describe-error.ts';

/** What is wrong with a form: the sentence of each field that was refused, or the one of the whole. */
export function describeRefusal(error: Error): string {
  if (!(error instanceof ApiError) || error.errors.length === 0) return describeError(error);
  return [...new Set(error.errors.map(({ message }) => message))].join(' ');
}

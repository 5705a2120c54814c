import { AppError } from '../../../../platform/http/problem.ts';

/** A file that cannot be imported as a whole, with the sentence that says what to do. */
export function refuseFile(sentence: string): AppError {
  return new AppError({ code: 'validation_failed', detail: sentence });
}

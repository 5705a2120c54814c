import { AppError } from '../../../../platform/http/problem.ts';

/** Refuses a whole file, with a sentence that says what to do. */
export function refuseFile(sentence: string): AppError {
  return new AppError({ code: 'validation_failed', detail: sentence });
}

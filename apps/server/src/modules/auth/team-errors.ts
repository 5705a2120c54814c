import { AppError, tooManyRequests } from '../../platform/http/problem.ts';
import { AuthError } from './auth-error.ts';

/** Runs a member's request; translates refusals of the sign-in service into the API's format. */
export async function inApiTerms<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw error instanceof AuthError ? toTeamError(error) : error;
  }
}

/** The API's own sentences for GoTrue messages that are worded for programs. */
function toTeamError(error: AuthError): AppError {
  const cause = error;
  if (error.status === 429) {
    return tooManyRequests(error.message, undefined, { headers: error.headers, cause });
  }
  switch (error.code) {
    case 'email_exists':
      return new AppError({ code: 'user_already_exists', cause });
    case 'user_not_found':
    case 'last_owner':
    case 'mail_not_sent':
      return new AppError({ code: error.code, cause });
    default:
      return new AppError({ code: 'validation_failed', detail: error.message, cause });
  }
}

import { ApiError } from '@storefleet/client/api-error';

/** The server's response when others changed the same fields. */
export function changedMeanwhile(...paths: string[]): ApiError {
  return new ApiError({
    status: 409,
    code: 'conflict',
    detail: 'This was changed by someone else in the meantime.',
    errors: paths.map((path) => ({ path, message: 'Someone else changed this in the meantime.' })),
  });
}

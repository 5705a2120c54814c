import { ApiError, type FieldError } from '@storefleet/client/api-error';

/** A refused call, which the client does not retry. */
export const refusal = (detail = 'Not now.', ...errors: FieldError[]) =>
  new ApiError({ status: 409, code: errors.length > 0 ? 'validation_failed' : 'conflict', detail, errors });

export const notFound = (code: ApiError['code'], detail = 'Gone.') =>
  new ApiError({ status: 404, code, detail });

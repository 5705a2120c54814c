import { ApiError } from '@storefleet/client/api-error';
import { messages } from '@storefleet/contract/messages';

/** The message shown for an error; `otherwise` if the error has none. */
export function describeError(error: unknown, otherwise: string = messages.unknownError): string {
  if (error instanceof ApiError) return error.detail;
  if (error instanceof Error && error.message !== '') return error.message;
  return otherwise;
}

/** Whether there was no response at all. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Whether a retry may help: no response, or a temporary server error. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (isNetworkError(error) || error.status >= 500);
}

/** Includes an invalid id in the URL, which is refused with a field error. */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.status === 404 || error.errors.some(({ path }) => ['id', 'batch_id', 'productId'].includes(path))
  );
}

/** Validation errors of a form: the message of each refused field, or the overall one, which says who may do it. */
export function describeRefusal(error: Error): string {
  if (!(error instanceof ApiError) || error.errors.length === 0 || error.status === 403)
    return describeError(error);
  return [...new Set(error.errors.map(({ message }) => message))].join(' ');
}

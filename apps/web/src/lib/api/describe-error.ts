import { ApiError } from '@storefleet/client/api-error';
import { messages } from '@storefleet/contract/messages';

/** The sentence a person is shown for a failure; `otherwise` where the failure has no words of its own. */
export function describeError(error: unknown, otherwise: string = messages.unknownError): string {
  if (error instanceof ApiError) return error.detail;
  if (error instanceof Error && error.message !== '') return error.message;
  return otherwise;
}

/** Whether there was no answer at all. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Whether asking again may help: no answer, or a server that could not answer just now. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (isNetworkError(error) || error.status >= 500);
}

/** Also where the id in the address cannot be one, which is refused by name. */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.status === 404 || error.errors.some(({ path }) => ['id', 'batch_id', 'productId'].includes(path))
  );
}

/** What is wrong with a form: the sentence of each field that was refused, or the one of the whole. */
export function describeRefusal(error: Error): string {
  if (!(error instanceof ApiError) || error.errors.length === 0) return describeError(error);
  return [...new Set(error.errors.map(({ message }) => message))].join(' ');
}

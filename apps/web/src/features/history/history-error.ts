import { ApiError } from '@storefleet/client/api-error';
import { messages } from '@storefleet/contract/messages';

export type ErrorText = { title: string; detail: string | null };

/** Tells a problem, or no answer at all, apart from an answer that nobody could expect. */
export function historyError(error: Error): ErrorText {
  if (!(error instanceof ApiError) || error.code === 'unexpected_answer') {
    return { title: messages.unexpectedError, detail: null };
  }
  return { title: messages.history.loadFailed, detail: error.detail };
}

import type { ApiClient } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';

/** A change that was refused until somebody says why it is to be made all the same. */
export type OverrideRequest = {
  /** Sentences about the guard rails that it breaks. */
  readonly broken: readonly string[];
  /** Goes on with a reason, or gives up with null. */
  answer(reason: string | null): void;
};

export type OverrideRequests = ReturnType<typeof createOverrideRequests>;

/** The questions that are open, one after the other; the dialog that asks them subscribes. */
export function createOverrideRequests() {
  let open: readonly OverrideRequest[] = [];
  const listeners = new Set<() => void>();
  const set = (requests: readonly OverrideRequest[]) => {
    open = requests;
    for (const listener of listeners) listener();
  };
  return {
    first: (): OverrideRequest | null => open[0] ?? null,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ask: (broken: readonly string[]) =>
      new Promise<string | null>((resolve) => {
        const request: OverrideRequest = {
          broken,
          answer(reason) {
            set(open.filter((other) => other !== request));
            resolve(reason);
          },
        };
        set([...open, request]);
      }),
  };
}

type PlainCall = (id: string, input?: { body?: object }) => Promise<unknown>;

/** Sends a change once more with a reason, where guard rails ask for one and the person gives it. */
export function withOverrides(api: ApiClient, requests: Pick<OverrideRequests, 'ask'>): ApiClient {
  const send = api.call as PlainCall;
  const call: PlainCall = async (id, input) => {
    try {
      return await send(id, input);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'override_reason_missing') throw error;
      const reason = await requests.ask(error.errors.map(({ message }) => message));
      if (reason === null) throw error;
      return send(id, { ...input, body: { ...input?.body, override_reason: reason } });
    }
  };
  return { ...api, call: call as ApiClient['call'] };
}

import type { ApiClient } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';

/** A change refused until a reason to override is given. */
export type OverrideRequest = {
  /** Messages of the broken guard rails. */
  readonly broken: readonly string[];
  /** Whether somebody else must approve it: they will read the reason. */
  readonly isApproval: boolean;
  /** Continues with a reason, or cancels with null. */
  answer(reason: string | null): void;
};

export type OverrideRequests = ReturnType<typeof createOverrideRequests>;

/** Queue of open prompts; the dialog subscribes to it. */
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
    ask: (question: Pick<OverrideRequest, 'broken' | 'isApproval'>) =>
      new Promise<string | null>((resolve) => {
        const request: OverrideRequest = {
          ...question,
          answer(reason) {
            set(open.filter((other) => other !== request));
            resolve(reason);
          },
        };
        set([...open, request]);
      }),
  };
}

type PlainCall = (id: string, input?: { params?: object; body?: object }) => Promise<unknown>;

/** Resends a change with the reason the user gives, if guard rails require one. */
export function withOverrides(api: ApiClient, requests: Pick<OverrideRequests, 'ask'>): ApiClient {
  const send = api.call as PlainCall;
  const call: PlainCall = async (id, input) => {
    try {
      return await send(id, input);
    } catch (error) {
      if (!(error instanceof ApiError) || !isAsking(id, error.code)) throw error;
      const isApproval = error.code === 'approval_required';
      const broken = error.errors.map(({ message }) => message);
      const reason = await requests.ask({ broken, isApproval });
      if (reason === null) throw error;
      if (isApproval) return submit(id, input, reason);
      return send(id, { ...input, body: { ...input?.body, override_reason: reason } });
    }
  };

  /** The change waits in the inbox instead: to its author, it has not been made. */
  async function submit(id: string, input: Parameters<PlainCall>[1], note: string): Promise<never> {
    const plan = (await (id === 'history.undo'
      ? send(id, { ...input, body: { ...input?.body, submit: true } })
      : send('bulkUpdates.preview', { body: input?.body ?? {} }))) as { batch_id: string };
    await send('inbox.submit', { params: { batch_id: plan.batch_id }, body: { note } });
    throw new ApiError({
      status: 409,
      code: 'approval_required',
      detail: 'It is waiting in the inbox and will be applied once somebody approves it.',
    });
  }

  return { ...api, call: call as ApiClient['call'] };
}

/** Previews are submitted on their own screen; in-place edits and undos are submitted from here. */
const isAsking = (id: string, code: ApiError['code']) =>
  code === 'override_reason_missing' ||
  (code === 'approval_required' && (id === 'products.bulkUpdate' || id === 'history.undo'));

import type { ApiClient } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { isTransient } from '../../../lib/api/describe-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { sleep } from '../../../lib/browser/sleep.ts';
import { itemsKey } from './queries.ts';

/** Milliseconds between two questions whether an update was started, while the server does not answer. */
const ASK_AGAIN_MS = 2_000;

/** How many rows the person saw, and of which submission. */
type Seen = { count: number; submittedAt: string | undefined };

export const applyKey = (batchId: string) => ['bulk-updates', 'apply', batchId];

/**
 * Starts what a preview showed: so many rows, or nothing. Succeeds when the update is known to
 * have been started, whoever did it; fails when it is known not to have been. `asking`: the answer was lost,
 * and the server is asked which of the two it was.
 */
export function useApply(batchId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const left = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);

  const apply = useMutation({
    mutationKey: applyKey(batchId),
    mutationFn: async ({ count, submittedAt }: Seen): Promise<void> => {
      try {
        await api.call('bulkUpdates.apply', {
          params: { batch_id: batchId },
          body: { expected_items: count, submitted_at: submittedAt },
        });
      } catch (error) {
        if (!mayHaveStarted(error)) throw error;
        setAsking(true);
        const started = await wasStarted(api, batchId, left.current?.signal ?? AbortSignal.abort());
        setAsking(false);
        if (!started) throw error;
      }
    },
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: itemsKey(batchId) });
      return queryClient.invalidateQueries({ queryKey: ['bulk-updates'] });
    },
    // Where others left rows out meanwhile, the preview shows them.
    onError: () => queryClient.invalidateQueries({ queryKey: ['bulk-updates'] }),
  });
  return { ...apply, asking };
}

/** No answer, or one that says that another request was faster. */
function mayHaveStarted(error: unknown): boolean {
  if (isTransient(error)) return true;
  return error instanceof ApiError && (error.status === 409 || error.code === 'unexpected_answer');
}

async function wasStarted(api: ApiClient, batchId: string, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    try {
      const { started_at } = await api.call('bulkUpdates.get', { params: { batch_id: batchId }, signal });
      return started_at !== null;
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    await sleep(ASK_AGAIN_MS, signal);
  }
}

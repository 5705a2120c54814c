import type { ApiClient } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { isTransient } from '../../../lib/api/describe-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { sleep } from '../../../lib/browser/sleep.ts';
import { itemsKey } from '../../batches/queries.ts';

/** Milliseconds between checks whether an update started, while the server is unreachable. */
const ASK_AGAIN_MS = 2_000;

/** Number of rows shown to the user, and the submission they belong to. */
type Seen = { count: number; submittedAt: string | undefined };

export const applyKey = (batchId: string) => ['bulk-updates', 'apply', batchId];

/**
 * Starts a previewed update with exactly the rows shown, or not at all. Succeeds once the update is known
 * to have started, by whomever; fails once it is known not to have. `asking`: the response was lost, and
 * the server is asked which of the two it was.
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
    // If others left rows out in the meantime, the preview shows them.
    onError: () => queryClient.invalidateQueries({ queryKey: ['bulk-updates'] }),
  });
  return { ...apply, asking };
}

/** No response, or one saying another request was faster. */
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

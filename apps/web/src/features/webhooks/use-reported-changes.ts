import type { StoreWebhooks } from '@storefleet/contract/stores/webhooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** How many polls after a webhook fetch the products again: it may be applied only after the first. */
const READS = 2;

/**
 * Fetches the products of a store again once its shop reported a change.
 * @param readAt when `webhooks` were read, in milliseconds since 1970; 0 before the first read
 */
export function useReportedChanges(
  storeId: string,
  webhooks: StoreWebhooks | undefined,
  readAt: number,
): void {
  const queryClient = useQueryClient();
  const earlier = useRef<(string | null)[]>([]);
  useEffect(() => {
    if (!webhooks || readAt === 0) return;
    const { last_received_at: received } = webhooks;
    const isNews = earlier.current.some((before) => before !== received);
    earlier.current = [...earlier.current, received].slice(-READS);
    if (!isNews) return;
    void queryClient.invalidateQueries({ queryKey: ['products', 'of-store', storeId] });
    void queryClient.invalidateQueries({ queryKey: ['stores'] });
  }, [queryClient, storeId, webhooks, readAt]);
}

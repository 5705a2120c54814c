import type { QueryClient } from '@tanstack/react-query';
import { useChange } from '../../../lib/api/use-change.ts';

const refresh =
  (...keys: string[]) =>
  (queryClient: QueryClient) =>
    Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

/** Ends the running sync; no other can start until its status is reset. */
export function useForceStop(storeId: string) {
  return useChange((api) => api.call('sync.forceStop', { params: { id: storeId } }), {
    onSettled: refresh('sync'),
  });
}

/** Called with the server's message, even if the button is gone by then. */
type OnDone = (message: string) => void;

/** Resets the sync status, so that new syncs can start. */
export function useResetSync(storeId: string, onDone: OnDone) {
  return useChange((api) => api.call('sync.reset', { params: { id: storeId } }), {
    onSuccess: (_, { message }) => onDone(message),
    onSettled: refresh('sync'),
  });
}

/** Removes the products that the last complete sync did not find. */
export function useApproveRemovals(storeId: string, onDone: OnDone) {
  return useChange((api) => api.call('sync.approveRemovals', { params: { id: storeId } }), {
    onSuccess: (_, { message }) => onDone(message),
    // Affects the store's numbers and every list of its products.
    onSettled: refresh('sync', 'stores', 'products'),
  });
}

/** Keeps the held-back products; the next sync checks them again. */
export function useDismissRemovals(storeId: string, onDone: OnDone) {
  return useChange((api) => api.call('sync.dismissRemovals', { params: { id: storeId } }), {
    onSuccess: (_, { message }) => onDone(message),
    onSettled: refresh('sync'),
  });
}

import { refetch, useChange } from '../../../lib/api/use-change.ts';

/** Ends the running sync; no other can start until its status is reset. */
export const useForceStop = (storeId: string) =>
  useChange((api) => api.call('sync.forceStop', { params: { id: storeId } }), {
    onSettled: refetch(['sync']),
  });

/** Called with the server's message, even if the button is gone by then. */
type OnDone = (message: string) => void;

/** Resets the sync status, so that new syncs can start. */
export const useResetSync = (storeId: string, onDone: OnDone) =>
  useChange((api) => api.call('sync.reset', { params: { id: storeId } }), {
    onSuccess: (_, { message }) => onDone(message),
    onSettled: refetch(['sync']),
  });

/** Removes the products that the last complete sync did not find. */
export const useApproveRemovals = (storeId: string, onDone: OnDone) =>
  useChange((api) => api.call('sync.approveRemovals', { params: { id: storeId } }), {
    onSuccess: (_, { message }) => onDone(message),
    // Affects the store's numbers and every list of its products.
    onSettled: refetch(['sync'], ['stores'], ['products']),
  });

/** Keeps the held-back products; the next sync checks them again. */
export const useDismissRemovals = (storeId: string, onDone: OnDone) =>
  useChange((api) => api.call('sync.dismissRemovals', { params: { id: storeId } }), {
    onSuccess: (_, { message }) => onDone(message),
    onSettled: refetch(['sync']),
  });

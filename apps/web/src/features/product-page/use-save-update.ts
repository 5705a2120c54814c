import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { useQueryClient } from '@tanstack/react-query';
import { announce } from '../../components/feedback/announce.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { saveAsUpdate } from '../bulk-updates/api/follow-bulk-update.ts';

/** Saves values of a product as one update; `onSaved` where all of it was written. */
export function useSaveUpdate(saved: string, onSaved: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (references: ProductReference[]) =>
      saveAsUpdate(api, references, { signal: new AbortController().signal }),
    onSuccess: ({ items }) => {
      if (items === null) {
        onSaved();
        announce(saved);
      }
    },
    onSettled: () =>
      Promise.all(['products', 'history'].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  return {
    save: mutate,
    reset,
    isSaving: isPending,
    error,
    /** Why rows were not written. */
    refusals: [...new Set((data?.items ?? []).flatMap((item) => item.error ?? []))],
  };
}

import type { ApiClient } from '@storefleet/client/api-client';
import { DISMISSIBLE_KINDS } from '@storefleet/contract/constants';
import type { Attention, AttentionItem, Dismissal } from '@storefleet/contract/overview';
import type { QueryClient } from '@tanstack/react-query';
import { offerUndo, offerUndoAgain } from '../../components/feedback/undo-toast.tsx';
import { cacheAnswer } from '../../lib/api/cache-answer.ts';
import { useChange } from '../../lib/api/use-change.ts';

/** Dismissal request of an item; null if it cannot be dismissed. */
export function dismissalOf({
  kind,
  batch_id,
  store_id,
  since,
}: AttentionItem): Omit<Dismissal, 'is_dismissed'> | null {
  const dismissible = DISMISSIBLE_KINDS.find((one) => one === kind);
  const subject_id = batch_id ?? store_id;
  return dismissible && subject_id && since ? { kind: dismissible, subject_id, since } : null;
}

const keep = (queryClient: QueryClient, attention: Attention) =>
  cacheAnswer(queryClient, ['stores', 'attention'], attention);

/** Dismisses a failure for the whole team, and offers to undo that. */
export function useDismissal(dismissal: Omit<Dismissal, 'is_dismissed'>, words: string) {
  const call = (is_dismissed: boolean) => (api: ApiClient) =>
    api.call('overview.dismiss', { body: { ...dismissal, is_dismissed } });
  const offer = (title: string) => ({
    id: `${dismissal.kind} ${dismissal.subject_id}`,
    title,
    onUndo: () => undoing.mutate(),
  });
  const undoing = useChange(call(false), {
    onSuccess: keep,
    onError: (_, error) => offerUndoAgain(offer('It could not be restored.'), error),
  });
  return useChange(call(true), {
    async onSuccess(queryClient, attention) {
      await keep(queryClient, attention);
      offerUndo(offer(`Dismissed for the team: ${words}`));
    },
  });
}

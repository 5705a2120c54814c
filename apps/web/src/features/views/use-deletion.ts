import type { SavedView } from '@storefleet/contract/catalogue/views';
import { offerUndo, offerUndoAgain } from '../../components/feedback/undo-toast.tsx';
import { useDeleteView, useRestoreView } from './api/views.ts';

/** Deletes a view at once, and offers to bring it back. */
export function useDeletion() {
  const restoring = useRestoreView((error, view) =>
    offerUndoAgain(offer(view, `“${view.name}” was not restored.`), error),
  );
  const offer = (view: SavedView, title: string) => ({
    id: view.id,
    title,
    onUndo: () => restoring.mutate(view),
  });
  return useDeleteView((view) => {
    const whose = view.is_shared ? ' for everybody' : '';
    offerUndo(offer(view, `“${view.name}” was deleted${whose}.`));
  });
}

import { Button } from '@mantine/core';
import type { SavedView } from '@storefleet/contract/catalogue/views';
import { hideToast, showToast } from '../../components/feedback/toast.ts';
import { describeRefusal } from '../../lib/api/describe-error.ts';
import { useDeleteView, useRestoreView } from './api/views.ts';

/** Milliseconds to think better of it. */
const UNDO_MS = 15_000;

/** Deletes a view at once, and offers to bring it back. */
export function useDeletion() {
  const restoring = useRestoreView((error, view) =>
    showToast({
      color: 'red',
      title: `“${view.name}” was not restored.`,
      message: (
        <>
          {describeRefusal(error)} {undo(view)}
        </>
      ),
      id: view.id,
      autoClose: false,
    }),
  );
  const undo = (view: SavedView) => (
    <Button
      variant="light"
      size="compact-sm"
      onClick={() => {
        void hideToast(view.id);
        restoring.mutate(view);
      }}
    >
      Undo
    </Button>
  );
  return useDeleteView((view) =>
    showToast({
      id: view.id,
      title: view.is_shared ? `“${view.name}” was deleted for everybody.` : `“${view.name}” was deleted.`,
      message: undo(view),
      autoClose: UNDO_MS,
    }),
  );
}

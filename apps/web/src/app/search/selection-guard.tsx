import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import {
  parseSearchAddress,
  SEARCH_PREFERENCE_KEYS,
  searchOf,
} from '../../features/products/search-address.ts';
import { isSameScope, type Selection } from '../../features/products/selection/selection-store.ts';
import { describeSelection } from '../../features/products/selection/selection-words.ts';
import { paths } from '../paths.ts';

/** Another search drops the selection, so it asks. Leaving the screen does not: the selection is there on the way back. */
export function SelectionGuard({ selection }: { selection: Selection }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => {
      const scope = selection.scope();
      if (scope === null || (next.pathname !== paths.search && next.pathname !== paths.home)) return false;
      const search = searchOf(parseSearchAddress(next.search), SEARCH_PREFERENCE_KEYS);
      return !isSameScope(scope, search);
    },
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title="Search for something else?"
      confirmLabel="Search and clear the selection"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <Text>{describeSelection(selection)}. A new search begins with nothing selected.</Text>
    </ConfirmDialog>
  );
}

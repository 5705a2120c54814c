import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { parseSearchAddress, SEARCH_SCREEN, searchOf } from '../../features/products/search-address.ts';
import { isSameScope, type Selection } from '../../features/products/selection/selection-store.ts';
import { describeSelection } from '../../features/products/selection/selection-words.ts';
import { paths } from '../../lib/paths.ts';

type Props = {
  selection: Selection;
  /** Where the screen navigates by itself once the selected rows are being changed. */
  isResult: (pathname: string) => boolean;
};

/** Asks before a new search or leaving the screen clears the selection. */
export function SelectionGuard({ selection, isResult }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => {
      if (isResult(next.pathname)) return false;
      const scope = selection.scope();
      if (scope === null) return false;
      if (leavesSearch(next.pathname)) return true;
      const search = searchOf(parseSearchAddress(next.search), SEARCH_SCREEN);
      return !isSameScope(scope, search);
    },
    enableBeforeUnload: false,
    withResolver: true,
  });
  const leaves = blocker.status === 'blocked' && leavesSearch(blocker.next.pathname);
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={leaves ? 'Leave with rows selected?' : 'Search for something else?'}
      confirmLabel={leaves ? 'Leave' : 'Search and clear the selection'}
      cancelLabel={leaves ? 'Stay' : 'Cancel'}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <Text>
        {describeSelection(selection)}.{' '}
        {leaves
          ? 'Nothing has been changed yet. The rows are still selected when you come back to this search in this tab.'
          : 'A new search clears the selection.'}
      </Text>
    </ConfirmDialog>
  );
}

function leavesSearch(pathname: string): boolean {
  return pathname !== paths.search && pathname !== paths.home;
}

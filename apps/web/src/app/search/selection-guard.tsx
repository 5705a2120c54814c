import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { deferred } from '../../components/deferred.tsx';
import { parseSearchAddress, SEARCH_SCREEN, searchOf } from '../../features/products/search-address.ts';
import { isSameScope, type Selection } from '../../features/products/selection/selection-store.ts';
import { paths } from '../../lib/paths.ts';

const SelectionQuestion = deferred(() => import('./selection-question.tsx'), 'SelectionQuestion');

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
  const isBlocked = blocker.status === 'blocked';
  const hasAsked = useRef(false);
  hasAsked.current ||= isBlocked;
  if (!hasAsked.current) return null;
  return (
    <SelectionQuestion
      selection={selection}
      opened={isBlocked}
      leaves={isBlocked && leavesSearch(blocker.next.pathname)}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}

function leavesSearch(pathname: string): boolean {
  return pathname !== paths.search && pathname !== paths.home;
}

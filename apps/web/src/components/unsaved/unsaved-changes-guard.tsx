import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { watchUnsavedWork } from '../../lib/browser/unsaved-work.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';

type Props = {
  /** Evaluated on navigation. */
  active: () => boolean;
  /**
   * Whether a change of query parameters counts as leaving the screen. Default: no; another page or sort
   * order is still the same screen.
   */
  leaves?: (current: Record<string, unknown>, next: Record<string, unknown>) => boolean;
  title?: string;
  /** What would be lost. Default: typed values. */
  children?: ReactNode;
  confirmLabel?: string;
};

/** While active, asks before leaving a screen with unsaved changes, also when closing the tab. */
export function UnsavedChangesGuard({
  active,
  leaves = () => false,
  title = 'Leave without saving?',
  children = 'Your changes have not been saved.',
  confirmLabel = 'Discard changes',
}: Props) {
  const isActive = useEffectEvent(active);
  useEffect(() => watchUnsavedWork(() => isActive()), []);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname || leaves(current.search, next.search)) && active(),
    enableBeforeUnload: active,
    withResolver: true,
  });
  // Loading finished while the question was open.
  useEffect(() => {
    if (blocker.status === 'blocked' && !isActive()) blocker.proceed();
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={title}
      confirmLabel={confirmLabel}
      tone="danger"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <Text>{children}</Text>
    </ConfirmDialog>
  );
}

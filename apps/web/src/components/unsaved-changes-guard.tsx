import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = {
  /** Asked at the moment of leaving. */
  active: () => boolean;
  title?: string;
  /** What would be lost; what was typed, unless said otherwise. */
  children?: ReactNode;
  confirmLabel?: string;
};

/** While active, asks before a screen with unsaved changes is left, also by closing the tab. */
export function UnsavedChangesGuard({
  active,
  title = 'Leave without saving?',
  children = 'What you typed here has not been saved.',
  confirmLabel = 'Discard changes',
}: Props) {
  const blocker = useBlocker({
    // Another page or order of the same list is still the same screen.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && active(),
    enableBeforeUnload: active,
    withResolver: true,
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

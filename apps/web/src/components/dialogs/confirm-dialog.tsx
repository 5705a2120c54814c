import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusKept } from '../../lib/browser/use-focus-kept.ts';
import { Dialog } from './dialog.tsx';

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** The verb, never "OK". */
  confirmLabel: string;
  /** For a question about cancelling something. */
  cancelLabel?: string;
  tone?: 'danger' | 'normal';
  pending?: boolean;
  /** Something must be acknowledged before confirming. */
  blocked?: boolean;
  /** Why the last attempt failed; the dialog stays open. */
  error?: string | null;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before an irreversible action. Focus starts on Cancel; Escape cancels. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'normal',
  pending = false,
  blocked = false,
  error,
  onConfirm,
  onCancel,
}: Props) {
  const confirm = useFocusKept(pending);
  return (
    <Dialog opened={opened} title={title} onClose={pending ? undefined : onCancel}>
      <div>{children}</div>
      {error && (
        <Text c="var(--sf-danger-text)" mt="sm" role="alert">
          {error}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel} disabled={pending} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          ref={confirm}
          color={tone === 'danger' ? 'red.9' : undefined}
          disabled={blocked}
          onClick={onConfirm}
          loading={pending}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}

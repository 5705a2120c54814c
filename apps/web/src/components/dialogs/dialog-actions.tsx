import { Button, Group, Text } from '@mantine/core';
import { useFocusKept } from '../../lib/browser/use-focus-kept.ts';

export type DialogActionsProps = {
  /** The verb, never "OK". */
  confirmLabel: string;
  /** Without it, the button submits the form around it. */
  onConfirm?: (() => void) | undefined;
  tone?: 'danger' | 'normal';
  pending?: boolean;
  /** Something is missing before confirming. */
  blocked?: boolean;
  /** Why it is blocked, as a tooltip. */
  reason?: string | undefined;
  cancelLabel?: string;
  onCancel: () => void;
  /** Whether cancelling is possible while pending. */
  canLeave?: boolean;
  /** Button that has the focus first. */
  autoFocus?: 'cancel' | 'confirm';
  /** Why the last attempt failed; the dialog stays open. */
  error?: string | null | undefined;
  /** Space above; less in a form that spaces its parts. */
  mt?: 'lg' | 'xs' | 0;
  className?: string;
};

/** End of a dialog: the error, Cancel and the button that acts. */
export function DialogActions({
  confirmLabel,
  onConfirm,
  tone = 'normal',
  pending = false,
  blocked = false,
  reason,
  cancelLabel = 'Cancel',
  onCancel,
  canLeave = false,
  autoFocus,
  error,
  mt = 'lg',
  className,
}: DialogActionsProps) {
  const confirm = useFocusKept(pending);
  return (
    <>
      {error && (
        <Text c="var(--sf-danger-text)" mt={mt && 'sm'} role="alert">
          {error}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt={mt} {...(className ? { className } : {})}>
        <Button
          variant="default"
          onClick={onCancel}
          disabled={pending && !canLeave}
          data-autofocus={autoFocus === 'cancel' || undefined}
        >
          {cancelLabel}
        </Button>
        <Button
          ref={confirm}
          type={onConfirm ? 'button' : 'submit'}
          color={tone === 'danger' ? 'red.9' : undefined}
          disabled={blocked}
          title={reason}
          loading={pending}
          onClick={onConfirm}
          data-autofocus={autoFocus === 'confirm' || undefined}
        >
          {confirmLabel}
        </Button>
      </Group>
    </>
  );
}

import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogActions, type DialogActionsProps } from './dialog-actions.tsx';

type Props = Pick<
  DialogActionsProps,
  'confirmLabel' | 'cancelLabel' | 'tone' | 'pending' | 'blocked' | 'error' | 'onCancel'
> & { opened: boolean; title: string; children: ReactNode; onConfirm: () => void };

/** Asks before an irreversible action. Focus starts on Cancel; Escape cancels. */
export function ConfirmDialog({ opened, title, children, ...actions }: Props) {
  return (
    <Dialog opened={opened} title={title} onClose={actions.pending ? undefined : actions.onCancel}>
      <div>{children}</div>
      <DialogActions {...actions} autoFocus="cancel" />
    </Dialog>
  );
}

import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogActions } from '../../../components/dialogs/dialog-actions.tsx';
import { Banner } from '../../../components/feedback/banner.tsx';

type Props = {
  title: string;
  text: string;
  /** The field to fill in. */
  children: ReactNode;
  confirmLabel: string;
  change: { isPending: boolean; error: Error | null; mutate: () => void };
  onOtherAccount: () => void;
};

/** Authenticates the user in a dialog over the current page. */
export function SignInDialog({ title, text, children, confirmLabel, change, onOtherAccount }: Props) {
  return (
    <Dialog opened title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Stack gap="sm">
          <Text>{text}</Text>
          {change.error && <Banner tone="danger" title={change.error.message} />}
          {children}
          <DialogActions
            confirmLabel={confirmLabel}
            pending={change.isPending}
            cancelLabel="Use another account"
            onCancel={onOtherAccount}
            canLeave
            mt="xs"
          />
        </Stack>
      </form>
    </Dialog>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
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
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onOtherAccount}>
              Use another account
            </Button>
            <Button type="submit" loading={change.isPending}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

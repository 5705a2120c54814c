import { Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeRefusal } from '../../lib/api/describe-error.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props<Data, Variables> = {
  opened: boolean;
  title: string;
  /** The verb, never "OK". */
  confirmLabel: string;
  tone?: 'danger' | 'normal';
  /** What the question is about. */
  change: UseMutationResult<Data, Error, Variables>;
  variables: Variables;
  /** Error message, given the reason. */
  failed?: (reason: string) => string;
  onDone?: (data: Data) => void;
  onClose: () => void;
  /** The question. */
  children: ReactNode;
  /** The consequences. */
  effect?: ReactNode;
};

/** Asks before a change, and stays open with the error if it fails. */
export function ConfirmChange<Data, Variables>({
  change,
  variables,
  failed = (reason) => reason,
  onDone,
  onClose,
  children,
  effect,
  ...question
}: Props<Data, Variables>) {
  const close = () => {
    change.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      {...question}
      pending={change.isPending}
      error={change.error && failed(describeRefusal(change.error))}
      onCancel={close}
      onConfirm={() =>
        change.mutate(variables, {
          onSuccess: (data) => {
            onDone?.(data);
            close();
          },
        })
      }
    >
      {typeof children === 'string' ? <Text>{children}</Text> : children}
      {effect && (
        <Text c="dimmed" mt="xs">
          {effect}
        </Text>
      )}
    </ConfirmDialog>
  );
}

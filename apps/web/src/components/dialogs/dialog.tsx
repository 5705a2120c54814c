import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../../lib/browser/use-focus-return.ts';
import classes from './dialog.module.css';

type Props = {
  opened: boolean;
  title: string;
  /** Width of a dialog that holds more than a question. */
  size?: string;
  children: ReactNode;
  /** Called on Escape and on an outside click; without it the dialog must be answered. */
  onClose?: (() => void) | undefined;
};

/** A modal question or message. The element with `data-autofocus` gets the focus. */
export function Dialog({ opened, title, size = '27rem', children, onClose }: Props) {
  const content = useFocusReturn(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose ?? (() => undefined)}
      closeOnClickOutside={onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      returnFocus={false}
      centered
      size={size}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} radius="lg">
        <Modal.Body className={classes.body}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

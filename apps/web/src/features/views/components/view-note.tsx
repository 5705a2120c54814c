import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './view-control.module.css';

export function Note({ children, onDismiss }: { children: ReactNode; onDismiss?: () => void }) {
  return (
    <span className={classes.note} role="status">
      {children}
      {onDismiss && <CloseButton size="xs" aria-label="Dismiss" onClick={onDismiss} />}
    </span>
  );
}

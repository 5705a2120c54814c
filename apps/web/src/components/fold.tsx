import type { ReactNode } from 'react';
import classes from './fold.module.css';

type Props = { label: string; children: ReactNode; onOpen?: () => void };

/** Rarely needed content, collapsed to one line. It stays mounted, so that typed values are kept. */
export function Fold({ label, children, onOpen }: Props) {
  return (
    <details className={classes.fold} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>{label}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}

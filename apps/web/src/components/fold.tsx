import type { ReactNode } from 'react';
import classes from './fold.module.css';

type Props = { label: string; children: ReactNode; onOpen?: () => void };

/** What few people need, behind one line. It stays in the page, so that what is typed there stays as well. */
export function Fold({ label, children, onOpen }: Props) {
  return (
    <details className={classes.fold} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>{label}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}

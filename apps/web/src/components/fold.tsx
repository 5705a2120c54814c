import type { ReactNode } from 'react';
import classes from './fold.module.css';

/** What few people need, behind one line. It stays in the page, so that what is typed there stays as well. */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={classes.fold}>
      <summary>{label}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}

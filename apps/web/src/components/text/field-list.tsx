import type { ReactNode } from 'react';
import classes from './field-list.module.css';

/** Facts as label and value. */
export function FieldList({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>;
}

type Props = {
  label: string;
  /** Rendered as code. */
  code?: boolean;
  /** Fields without a value are omitted. */
  children: ReactNode;
};

export function Field({ label, code = false, children }: Props) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd>{code ? <span className="code">{children}</span> : children}</dd>
    </div>
  );
}

import { Skeleton } from '@mantine/core';
import { formatCount } from '@storefleet/contract/values/quantity';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import classes from './figures.module.css';
import { StatusDot } from './status-badge.tsx';

/** A few numbers side by side. */
export const Figures = (props: ComponentPropsWithoutRef<'dl'>) => (
  <dl className={classes.figures} {...props} />
);

type FigureProps = {
  name: string;
  /** Undefined while it loads. */
  value: ReactNode;
  /** Beside the value. */
  aside?: ReactNode;
  /** Under it. */
  note?: ReactNode;
};

export function Figure({ name, value, aside, note }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd className={classes.value}>
        {value ?? <Skeleton height="1.25rem" width="4rem" my={5} />}
        {aside && <span className={classes.aside}>{aside}</span>}
      </dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}

/** The value of a figure that is best at 0. */
export const FailedCount = ({ count }: { count: number }) => (
  <>
    <StatusDot tone={count > 0 ? 'danger' : 'success'} />
    {formatCount(count)}
  </>
);

import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

type Props = {
  tone: Tone;
  children: ReactNode;
  /** A pulsing dot: in progress right now. */
  pulsing?: boolean;
};

/** A coloured dot with text: colour never carries the meaning alone. */
export function StatusBadge({ tone, children, pulsing = false }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <StatusDot tone={tone} pulsing={pulsing} />
      {children}
    </span>
  );
}

export function StatusDot({ tone, pulsing = false }: { tone: Tone; pulsing?: boolean }) {
  return <span className={classes.dot} data-tone={tone} data-pulsing={pulsing || undefined} aria-hidden />;
}

/** A neutral label for a fact: a type, a country, a tag. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className={classes.chip}>{children}</span>;
}

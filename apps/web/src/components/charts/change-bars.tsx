import type { ReactNode } from 'react';
import classes from './change-bars.module.css';

type ChangeRow = {
  readonly id: string;
  readonly label: string;
  readonly before: number;
  readonly after: number;
  /** The exact values; bars only approximate them. */
  readonly words: ReactNode;
};

/** Two bars per row on one scale, before above after; values below 0 extend to the left. */
export function ChangeBars({ title, rows }: { title: string; rows: readonly ChangeRow[] }) {
  const values = rows.flatMap(({ before, after }) => [before, after]);
  const low = Math.min(0, ...values);
  const span = Math.max(0, ...values) - low || 1;
  const percent = (value: number) => `${(value / span) * 100}%`;
  return (
    <figure className={classes.figure} aria-label={title}>
      <div className={classes.head}>
        <h4 className={classes.title}>{title}</h4>
        <span className={classes.legend} aria-hidden>
          <span data-side="before">Before</span>
          <span data-side="after">After</span>
        </span>
      </div>
      <ul className={classes.rows}>
        {rows.map(({ id, label, before, after, words }) => (
          <li key={id} className={classes.row}>
            <span className={classes.name}>{label}</span>
            <span className={classes.words}>{words}</span>
            <span className={classes.plot} aria-hidden>
              {(['before', 'after'] as const).map((side) => {
                const value = side === 'before' ? before : after;
                const place = {
                  marginInlineStart: percent(Math.min(value, 0) - low),
                  width: percent(Math.abs(value)),
                };
                return <span key={side} data-side={side} style={place} />;
              })}
              <span className={classes.zero} style={{ insetInlineStart: percent(-low) }} />
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

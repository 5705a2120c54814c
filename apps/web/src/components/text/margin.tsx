import { Absent } from './absent.tsx';
import classes from './margin.module.css';

/** A margin in percent, as returned by `marginPercent`; losses are highlighted. */
export function Margin({ percent }: { percent: string | null }) {
  if (percent === null) return <Absent what="margin" />;
  return (
    <span className={classes.margin} data-loss={percent.startsWith('-') || undefined}>
      {percent.replace('-', '−')}%
    </span>
  );
}

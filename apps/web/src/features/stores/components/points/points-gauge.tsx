import { Progress } from '@mantine/core';
import type { StorePoints } from '@storefleet/contract/stores/points';
import { formatCount } from '@storefleet/contract/values/quantity';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { pointsFree, usedWords } from '../../points-words.ts';
import classes from './points.module.css';

/** A shop's available points: as last reported, plus those restored since. */
export function PointsGauge({ points, name }: { points: StorePoints; name?: string }) {
  const free = pointsFree(points, useNow(1_000));
  const used = usedWords(points);
  return (
    <div className={classes.gauge}>
      <div className={classes.line}>
        <span>
          {name && `${name}: `}
          {formatCount(free)} of {formatCount(points.maximum)} points free
        </span>
        <span className={classes.muted}>{formatCount(points.restore_rate)} restored per second</span>
      </div>
      <Progress
        value={points.maximum === 0 ? 0 : (free / points.maximum) * 100}
        color={free <= points.floor ? 'yellow' : undefined}
        size="sm"
        aria-hidden
      />
      {used !== null && <p className={classes.muted}>{used}</p>}
    </div>
  );
}

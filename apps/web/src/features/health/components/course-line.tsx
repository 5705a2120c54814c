import type { HealthReport } from '@storefleet/contract/catalogue/health/health';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import classes from './findings.module.css';

type Course = HealthReport['findings'][number]['course'];

const WIDTH = 96;
const HEIGHT = 24;
/** Space for the line and its last point. */
const EDGE = 3;
const DAY_MS = 86_400_000;

/** Trend of a finding by day since it was first counted; nothing before the second count. */
export function CourseLine({ course }: { course: Course }) {
  const [first, last] = [course[0], course.at(-1)];
  if (first === undefined || last === undefined || course.length < 2) return <span />;
  const top = Math.max(1, ...course.map(({ products }) => products));
  const dayOf = ({ date }: { date: string }) => (Date.parse(date) - Date.parse(first.date)) / DAY_MS;
  const days = dayOf(last);
  const points = course.map((day) => [
    (dayOf(day) / days) * (WIDTH - EDGE),
    HEIGHT - EDGE - (day.products / top) * (HEIGHT - 2 * EDGE),
  ]);
  const [endX, endY] = points.at(-1) ?? [0, 0];
  const change = last.products - first.products;
  const words = `${formatCount(first.products)} → ${formatCount(last.products)} in ${formatQuantity(days, 'day')}`;
  return (
    <span className={classes.course} title={words}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden>
        <line x1={0} x2={WIDTH - EDGE} y1={HEIGHT - EDGE} y2={HEIGHT - EDGE} />
        <polyline points={points.map((point) => point.join()).join(' ')} />
        <circle cx={endX} cy={endY} r={2} />
      </svg>
      <span className={classes.change} data-tone={change > 0 ? 'worse' : change < 0 ? 'better' : undefined}>
        {change === 0 ? 'unchanged' : `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`}
        <span className="sr-only">{` in ${formatQuantity(days, 'day')}`}</span>
      </span>
    </span>
  );
}

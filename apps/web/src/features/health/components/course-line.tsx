import type { HealthReport } from '@storefleet/contract/catalogue/health';
import { formatCount } from '@storefleet/contract/values/quantity';
import classes from './findings.module.css';

type Course = HealthReport['findings'][number]['course'];

const WIDTH = 96;
const HEIGHT = 24;

/** How a finding went over the last months; nothing before there are two days to compare. */
export function CourseLine({ course }: { course: Course }) {
  const [first, last] = [course[0], course.at(-1)];
  if (first === undefined || last === undefined || course.length < 2) return <span />;
  const top = Math.max(1, ...course.map(({ products }) => products));
  const points = course.map(
    ({ products }, place) =>
      `${(place / (course.length - 1)) * WIDTH},${HEIGHT - 2 - (products / top) * (HEIGHT - 4)}`,
  );
  const change = last.products - first.products;
  return (
    <span className={classes.course}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden>
        <polyline points={points.join(' ')} />
      </svg>
      <span className={classes.change} data-tone={change > 0 ? 'worse' : change < 0 ? 'better' : undefined}>
        {change === 0 ? 'unchanged' : `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`}
        <span className="sr-only">{` in ${formatCount(course.length - 1)} days`}</span>
      </span>
    </span>
  );
}

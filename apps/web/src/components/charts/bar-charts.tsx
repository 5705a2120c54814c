import { Skeleton, VisuallyHidden } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import classes from './bar-charts.module.css';
import type { ChartPanel, ChartRow, ChartView } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';

const BarChartCanvas = lazy(async () => ({
  default: (await import('./bar-chart-canvas.tsx')).BarChartCanvas,
}));

type Props = {
  /** What the figure shows. */
  label: string;
  /** What a row is, such as 'Day'. */
  rowHeading: string;
  rows: readonly ChartRow[];
  /** Drawn side by side over the same rows. */
  panels: readonly ChartPanel[];
  view: ChartView;
};

/** Bars over rows, and always the same numbers as a table: seen by all on demand, read out at any time. */
export function BarCharts({ label, rowHeading, rows, panels, view }: Props) {
  const table = <ChartTable label={label} rowHeading={rowHeading} rows={rows} panels={panels} />;
  // A region that scrolls must be within reach of the keyboard.
  const scrollRegion = { 'aria-label': label, tabIndex: 0 };
  const visibleTable = (
    <section className={classes.table} {...scrollRegion}>
      {table}
    </section>
  );
  if (view === 'table') return visibleTable;
  return (
    // Without the part that draws, for example after a new version was deployed, the table stands in.
    <CatchBoundary getResetKey={() => view} errorComponent={() => visibleTable}>
      <figure className={classes.figure} aria-label={label}>
        {panels.map((panel) => (
          <div key={panel.title} className={classes.panel}>
            <div className={classes.head}>
              <h3 className={classes.title}>{panel.title}</h3>
              {panel.series.length > 1 && (
                <ul className={classes.legend}>
                  {panel.series.map(({ key, label, tone }) => (
                    <li key={key} data-tone={tone}>
                      {label}
                    </li>
                  ))}
                </ul>
              )}
            </div>
            <div className={classes.canvas}>
              <Suspense fallback={<Skeleton height="100%" />}>
                <BarChartCanvas label={label} rows={rows} panel={panel} />
              </Suspense>
            </div>
          </div>
        ))}
      </figure>
      <VisuallyHidden>{table}</VisuallyHidden>
    </CatchBoundary>
  );
}

import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { BarChart } from './bar-chart.tsx';
import classes from './bar-charts.module.css';
import type { ChartPanel, ChartRow, ChartView } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';

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
  // Drawings side by side point at the same row together.
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const table = <ChartTable label={label} rowHeading={rowHeading} rows={rows} panels={panels} />;
  if (view === 'table') {
    // A region that scrolls must be within reach of the keyboard.
    const scrollRegion = { 'aria-label': label, tabIndex: 0 };
    return (
      <section className={classes.table} {...scrollRegion}>
        {table}
      </section>
    );
  }
  return (
    <>
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
            <BarChart rows={rows} panel={panel} pointedAt={pointedAt} onPoint={setPointedAt} />
          </div>
        ))}
      </figure>
      <VisuallyHidden>{table}</VisuallyHidden>
    </>
  );
}

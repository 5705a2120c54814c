import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { BarChart } from './bar-chart.tsx';
import classes from './bar-charts.module.css';
import type { ChartPanel, ChartRow, ChartView } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';

type Props = {
  /** What the figure shows. */
  label: string;
  /** What a row represents, such as 'Day'. */
  rowHeading: string;
  rows: readonly ChartRow[];
  /** Shown side by side over the same rows. */
  panels: readonly ChartPanel[];
  view: ChartView;
};

/** Bars over rows, plus the same numbers as a table: shown on demand, always available to screen readers. */
export function BarCharts({ label, rowHeading, rows, panels, view }: Props) {
  // Charts side by side highlight the same row.
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const table = <ChartTable label={label} rowHeading={rowHeading} rows={rows} panels={panels} />;
  if (view === 'table') {
    // A scrollable region must be reachable by keyboard.
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

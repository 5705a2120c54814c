/** Distinguishes series; legend, tooltip and table name them, too. */
type ChartTone = 'accent' | 'teal' | 'success' | 'danger' | 'neutral';

type ChartSeries = {
  /** Key of the series' value in a row. */
  key: string;
  label: string;
  tone: ChartTone;
};

/** One set of axes for series with the same unit and order of magnitude. */
export type ChartPanel = {
  title: string;
  /** Several series are stacked, the first at the bottom. */
  series: readonly ChartSeries[];
  /** The exact value, for tooltip and table. */
  format: (value: number) => string;
  /** Short form for the axis. Default: `format`. */
  formatTick?: (value: number) => string;
};

/** Rows in chronological order, oldest first. */
export type ChartRow = {
  /** Unique among the rows. */
  id: string;
  /** The row's full name for tooltip and table. */
  label: string;
  /** Short name for the axis. */
  tick: string;
  /** By series key; missing values count as 0. */
  values: Readonly<Record<string, number>>;
};

export type ChartView = 'chart' | 'table';

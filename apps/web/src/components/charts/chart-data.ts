/** Tells series apart; the legend, the tooltip and the table name them as well. */
export type ChartTone = 'accent' | 'teal' | 'success' | 'danger' | 'neutral';

export type ChartSeries = {
  /** Under which a row holds the series' value. */
  key: string;
  label: string;
  tone: ChartTone;
};

/** One set of axes: series that share a unit and an order of magnitude. */
export type ChartPanel = {
  title: string;
  /** Several are stacked, the first at the bottom. */
  series: readonly ChartSeries[];
  /** The exact value, for tooltip and table. */
  format: (value: number) => string;
  /** A short form for the axis; `format` if absent. */
  formatTick?: (value: number) => string;
};

/** Rows follow one another in time, the oldest first. */
export type ChartRow = {
  /** Unique among the rows. */
  id: string;
  /** The row's full name, for tooltip and table. */
  label: string;
  /** Its short name under the axis. */
  tick: string;
  /** By series key; a series without a value counts 0. */
  values: Readonly<Record<string, number>>;
};

export type ChartView = 'chart' | 'table';

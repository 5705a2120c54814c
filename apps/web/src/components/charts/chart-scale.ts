type ChartScale = {
  /** Values with a gridline and label, from 0 to `top`. */
  ticks: readonly number[];
  /** Value at the full height of the chart. */
  top: number;
};

/** Maximum number of gridlines above 0. */
const MAX_LINES = 3;
/** Human-friendly steps, each ten times the last but two. */
const ROUND = [1, 2, 5, 10] as const;

/** A few gridlines at round whole numbers, the highest at or above `max`, which is at least 0. */
export function chartScale(max: number): ChartScale {
  const raw = Math.max(max, 1) / MAX_LINES;
  const magnitude = Math.max(1, 10 ** Math.floor(Math.log10(raw)));
  const step = (ROUND.find((factor) => factor * magnitude >= raw) ?? 10) * magnitude;
  const lines = Math.max(1, Math.ceil(max / step));
  return { ticks: Array.from({ length: lines + 1 }, (_, line) => line * step), top: lines * step };
}

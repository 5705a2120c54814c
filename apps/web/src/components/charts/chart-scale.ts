export type ChartScale = {
  /** Values with a line and a label, from 0 to `top`. */
  ticks: readonly number[];
  /** The value at the full height of the drawing. */
  top: number;
};

/** Lines over 0, at most. */
const MAX_LINES = 3;
/** Steps that people count in, each ten times the last but two. */
const ROUND = [1, 2, 5, 10] as const;

/** Few lines at round whole numbers, the highest at or above `max`, which is at least 0. */
export function chartScale(max: number): ChartScale {
  const raw = Math.max(max, 1) / MAX_LINES;
  const magnitude = Math.max(1, 10 ** Math.floor(Math.log10(raw)));
  const step = (ROUND.find((factor) => factor * magnitude >= raw) ?? 10) * magnitude;
  const lines = Math.max(1, Math.ceil(max / step));
  return { ticks: Array.from({ length: lines + 1 }, (_, line) => line * step), top: lines * step };
}

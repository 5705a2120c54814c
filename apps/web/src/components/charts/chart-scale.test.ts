import { expect, test } from 'vitest';
import { chartScale } from './chart-scale.ts';

test.each([
  { max: 0, ticks: [0, 1] },
  { max: 1, ticks: [0, 1] },
  { max: 0.4, ticks: [0, 1] },
  { max: 3, ticks: [0, 1, 2, 3] },
  { max: 7, ticks: [0, 5, 10] },
  { max: 31_896, ticks: [0, 20_000, 40_000] },
  { max: 15_000, ticks: [0, 5_000, 10_000, 15_000] },
  { max: 61, ticks: [0, 50, 100] },
])('a chart up to $max has few gridlines at round whole numbers', ({ max, ticks }) => {
  expect(chartScale(max)).toEqual({ ticks, top: ticks.at(-1) });
});

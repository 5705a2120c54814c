import { expect, it } from 'vitest';
import { staggeredTimes } from './staggered-times.ts';

it.each([
  ['one after the other', 120, 3, { gap: 10, taken: [] }, [120, 130, 140]],
  ['all at once where that is asked', 120, 3, { gap: 0, taken: [120] }, [120, 120, 120]],
  ['past the runs of others', 120, 3, { gap: 10, taken: [125, 150] }, [135, 160, 170]],
  ['past midnight', 1_430, 3, { gap: 10, taken: [] }, [1_430, 1_440, 1_450]],
  ['away from runs on the other side of midnight', 1_435, 1, { gap: 10, taken: [2] }, [1_452]],
  ['as if nobody else ran where others take the whole day', 0, 2, { gap: 5, taken: minutes() }, [0, 5]],
  ['round the clock', 0, 144, { gap: 10, taken: [] }, Array.from({ length: 144 }, (_, nth) => nth * 10)],
  ['not at all where a day is too short', 0, 145, { gap: 10, taken: [] }, null],
])('plans %s', (_what, first, count, options, expected) => {
  expect(staggeredTimes(first, count, options)).toEqual(expected);
});

function minutes(): number[] {
  return Array.from({ length: 1_440 }, (_, minute) => minute);
}

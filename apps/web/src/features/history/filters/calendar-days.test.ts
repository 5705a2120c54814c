import { describe, expect, it } from 'vitest';
import { dayPresets, isDay, localDay, presetRange, rangeError } from './calendar-days.ts';

describe('presets', () => {
  const ranges = (today: Date) => dayPresets.map((preset) => presetRange(preset, today));

  it('count from today across month and year ends', () => {
    expect(ranges(new Date(2026, 0, 3, 23, 59))).toEqual([
      { from: '2026-01-03', to: '2026-01-03' },
      { from: '2026-01-02', to: '2026-01-02' },
      { from: '2025-12-28', to: '2026-01-03' },
    ]);
  });

  it('subtract a calendar day, not 24 hours', () => {
    expect(presetRange(dayPresets[1], new Date(2026, 2, 29, 0, 30))).toEqual({
      from: '2026-03-28',
      to: '2026-03-28',
    });
  });
});

it('writes the day of the browser’s own zone', () => {
  expect(localDay(new Date(2026, 8, 5, 0, 0))).toBe('2026-09-05');
});

it.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['2026-2-1', false],
  ['', false],
  [null, false],
])('knows whether %j is a day', (value, expected) => {
  expect(isDay(value)).toBe(expected);
});

it('explains a range that ends before it begins', () => {
  expect(rangeError('2026-02-02', '2026-02-01')).toBe('The end date must not be before the start date.');
  expect([rangeError('2026-02-01', '2026-02-01'), rangeError(null, '2026-01-01')]).toEqual([null, null]);
});

/** Calendar days as `YYYY-MM-DD`, in the browser's time zone. */

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** The day of an instant, in the browser's time zone. */
export function localDay(moment: Date): string {
  const year = String(moment.getFullYear()).padStart(4, '0');
  const month = String(moment.getMonth() + 1).padStart(2, '0');
  return `${year}-${month}-${String(moment.getDate()).padStart(2, '0')}`;
}

type DayRange = { from: string; to: string };

/** Common ranges, counted from today. */
export const dayPresets = [
  { label: 'Today', daysBack: 0, length: 1 },
  { label: 'Yesterday', daysBack: 1, length: 1 },
  { label: 'Last 7 days', daysBack: 6, length: 7 },
] as const;

/** `length` calendar days starting `daysBack` days ago: not every day has 24 hours. */
export function presetRange(
  { daysBack, length }: { daysBack: number; length: number },
  today: Date,
): DayRange {
  const dayAfter = (days: number) =>
    localDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days));
  return { from: dayAfter(-daysBack), to: dayAfter(-daysBack + length - 1) };
}

/** Why the two days form no range, or null. */
export function rangeError(from: string | null, to: string | null): string | null {
  return from !== null && to !== null && to < from ? 'The end date must not be before the start date.' : null;
}

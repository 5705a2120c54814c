const MINUTES_OF_DAY = 1_440;

/**
 * Start times of `count` schedules, in minutes after the first midnight: at least `gap` apart and, if a day
 * has room, as far from the `taken` minutes of the day. Null if a day is too short for that.
 */
export function staggeredTimes(
  first: number,
  count: number,
  { gap, taken }: { readonly gap: number; readonly taken: readonly number[] },
): number[] | null {
  if (gap === 0) return Array.from({ length: count }, () => first);
  if (gap * count > MINUTES_OF_DAY) return null;
  const isFree = (minute: number) =>
    taken.every((other) => {
      const apart = Math.abs((minute % MINUTES_OF_DAY) - other);
      return Math.min(apart, MINUTES_OF_DAY - apart) >= gap;
    });
  const times: number[] = [];
  for (let minute = first; times.length < count && minute < first + MINUTES_OF_DAY; minute += 1) {
    if (!isFree(minute)) continue;
    times.push(minute);
    minute += gap - 1;
  }
  const last = times.at(-1) ?? first;
  const isApartFromFirst = last - first <= MINUTES_OF_DAY - gap;
  if (times.length === count && isApartFromFirst) return times;
  return Array.from({ length: count }, (_, index) => first + index * gap);
}

import { POINT_USES } from '@storefleet/contract/stores/point-constants';
import type { StorePoints } from '@storefleet/contract/stores/points';
import { formatCount } from '@storefleet/contract/values/quantity';

/** The available points: as last reported, plus those restored since. */
export function pointsFree(
  { available, maximum, restore_rate: rate, measured_at: at }: StorePoints,
  now: number,
): number {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1_000);
  return Math.min(maximum, Math.floor(available + seconds * rate));
}

/** Who has spent points lately; null if nobody has. */
export function usedWords({ used }: StorePoints): string | null {
  const parts = POINT_USES.flatMap((use) => (used[use] > 0 ? `${use} ${formatCount(used[use])}` : []));
  return parts.length === 0 ? null : `Spent in the last minute of use: ${parts.join(' · ')}`;
}

import type { ApiKey } from '@storefleet/contract/people/api-keys';
import type { Tone } from '../../components/text/status-badge.tsx';

const DAY_MS = 86_400_000;

export const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'none', label: 'Never expires' },
] as const;

/** Expiry of a lifetime starting now; null for none. */
export function endOf(lifetime: string, now: Date): string | null {
  return lifetime === 'none' ? null : new Date(now.getTime() + Number(lifetime) * DAY_MS).toISOString();
}

export function stateOf(
  { revoked_at, expires_at }: Pick<ApiKey, 'revoked_at' | 'expires_at'>,
  now: Date,
): { label: string; tone: Tone; isUsable: boolean } {
  if (revoked_at !== null) return { label: 'Revoked', tone: 'neutral', isUsable: false };
  if (expires_at !== null && new Date(expires_at) <= now)
    return { label: 'Expired', tone: 'warning', isUsable: false };
  return { label: 'Active', tone: 'success', isUsable: true };
}

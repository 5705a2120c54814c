import type { Tone } from '../../components/text/status-badge.tsx';

/** Live in the shop, not yet, or not any more; a state that the source made up itself is neutral. */
export function statusTone(status: string): Tone {
  return status === 'active' ? 'success' : status === 'draft' ? 'info' : 'neutral';
}

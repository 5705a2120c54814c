import type { Tone } from '../../components/text/status-badge.tsx';

/** Colours Shopify's statuses; a source's own status is neutral. */
export function statusTone(status: string): Tone {
  return status === 'active' ? 'success' : status === 'draft' ? 'info' : 'neutral';
}

import type { GuardRail, GuardRailEffect } from '@storefleet/contract/edits/guard-rails';
import type { Tone } from '../../components/text/status-badge.tsx';

export const EFFECTS: Readonly<Record<GuardRailEffect, { label: string; explained: string; tone: Tone }>> = {
  warning: {
    label: 'Warning',
    explained: 'The person making the change has to give a reason.',
    tone: 'warning',
  },
  approval: {
    label: 'Approval',
    explained: 'Someone other than the author has to apply the change.',
    tone: 'info',
  },
  block: {
    label: 'Block',
    explained: 'Only an owner can make the change, with a written reason.',
    tone: 'danger',
  },
};

/** Describes the scope: `2 stores · vendor Quarry Lane`. */
export function describeScope(
  { scope }: Pick<GuardRail, 'scope'>,
  storeNames: ReadonlyMap<string, string>,
): string {
  const { store_ids, vendors, product_types, tags } = scope;
  const stores = store_ids.map((id) => storeNames.get(id) ?? 'a deleted store');
  const parts = [
    stores.join(', '),
    vendors.length > 0 && `vendor ${vendors.join(', ')}`,
    product_types.length > 0 && `type ${product_types.join(', ')}`,
    tags.length > 0 && `tag ${tags.join(', ')}`,
  ].filter(Boolean);
  return parts.length === 0 ? 'Everything' : parts.join(' · ');
}

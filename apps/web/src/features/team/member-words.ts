import { problems } from '@storefleet/contract/api/problems';
import type { TeamMember } from '@storefleet/contract/people/team';
import type { Tone } from '../../components/text/status-badge.tsx';

export const memberStatusLabels: Record<TeamMember['status'], string> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
};

export const memberStatusTones: Record<TeamMember['status'], Tone> = {
  active: 'success',
  invited: 'info',
  disabled: 'neutral',
};

export function nameOf({ name, email }: TeamMember): string {
  return name ?? email;
}

/** Why a member cannot be disabled by the person with `ownId`, or null. */
export function whyNotDisable(
  member: TeamMember,
  members: readonly TeamMember[],
  ownId: string | null,
): string | null {
  if (member.status === 'disabled') return null;
  if (member.is_owner && member.id !== ownId) return problems.owner_protected.detail;
  if (member.status !== 'active') return null;
  // Somebody has to be able to let the others in again.
  const others = members.some(({ id, status }) => id !== member.id && status === 'active');
  return others ? null : problems.last_active_user.detail;
}

/** For how long a fresh link to choose a password works. */
export function linkLifetime({ status }: TeamMember): string {
  return status === 'invited' ? '24 hours' : 'hour';
}

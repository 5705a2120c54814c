import { problems } from '@storefleet/contract/api/problems';
import type { Role } from '@storefleet/contract/people/permissions';
import type { TeamMember } from '@storefleet/contract/people/team';
import { formatQuantity } from '@storefleet/contract/values/quantity';
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

export const roleLabels: Record<Role, string> = {
  viewer: 'Viewer',
  proposer: 'Proposer',
  editor: 'Editor',
  owner: 'Owner',
};

/** What each role may do. */
export const roleDescriptions: Record<Role, string> = {
  viewer: 'Views and exports data, changes nothing.',
  proposer: 'Prepares changes that an editor applies.',
  editor: 'Changes products, syncs stores, sets schedules.',
  owner: 'Also manages the team, stores and settings.',
};

/** Null means all stores. */
export const storeAccessLabel = (storeIds: readonly string[] | null): string =>
  storeIds === null ? 'All stores' : formatQuantity(storeIds.length, 'store');

/** Whether nobody else could admit members or assign roles. */
export function isLastOwner(member: TeamMember, members: readonly TeamMember[]): boolean {
  const isActiveOwner = ({ role, status }: TeamMember) => role === 'owner' && status === 'active';
  return isActiveOwner(member) && !members.some((other) => other.id !== member.id && isActiveOwner(other));
}

/** Why a member cannot be disabled, or null. */
export function whyNotDisable(member: TeamMember, members: readonly TeamMember[]): string | null {
  if (member.status === 'disabled') return null;
  return isLastOwner(member, members) ? problems.last_owner.detail : null;
}

/** How long a new link to choose a password is valid. */
export function linkLifetime({ status }: TeamMember): string {
  return status === 'invited' ? '24 hours' : 'hour';
}

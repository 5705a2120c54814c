import type { TeamMember } from '@storefleet/contract/people/team';
import { AppError } from '../../../platform/http/problem.ts';
import { accessOf, refuseLimitedOwner } from '../store-access.ts';
import type { TeamService } from '../team.service.ts';
import { inApiTerms } from '../team-errors.ts';
import type { HostedAuth } from './hosted-auth.ts';
import { hostedStatusOf } from './hosted-members.ts';
import type { HostedMemberRow } from './members.repository.ts';

/** The team of a hosted project, as managed by its members. Passwords are the project's business. */
export function createHostedTeam({ members, projectUrl }: HostedAuth): TeamService {
  return {
    async list() {
      const everybody = await members.list();
      return {
        members: everybody.map(toTeamMember),
        total: everybody.length,
        demands_second_factor: false,
        managed_at: projectUrl,
      };
    },

    /** Sends no mail: the account itself is created at the project. */
    invite: ({ email, name, role, store_ids }, actor) =>
      inApiTerms(async () => {
        const added = await members.add({ email, name: name || null, role, store_ids }, actor.id);
        return { member: toTeamMember(added), link: null, mail_sent: false };
      }),

    async update(id, { name, role, store_ids }) {
      const member = await members.require(id);
      refuseLimitedOwner(role ?? member.member_role, store_ids);
      if (name === undefined && role === undefined && store_ids === undefined) return toTeamMember(member);
      const change = { name: name === '' ? null : name, member_role: role, store_ids };
      return toTeamMember(await members.change(id, change));
    },

    remove: async (id, actor) => toTeamMember(await members.remove(id, actor.id)),
    disable: async (id, actor) => toTeamMember(await members.disable(id, actor.id)),
    enable: async (id, actor) => toTeamMember(await members.enable(id, actor.id)),

    async resetPassword() {
      throw new AppError({ code: 'passwords_managed_elsewhere' });
    },

    async resetSecondFactor() {
      throw new AppError({ code: 'second_factor_managed_elsewhere' });
    },

    async demandSecondFactor() {
      throw new AppError({ code: 'second_factor_managed_elsewhere' });
    },
  };
}

function toTeamMember(member: HostedMemberRow): TeamMember {
  return {
    id: member.id,
    email: member.email,
    name: member.name,
    status: hostedStatusOf(member),
    role: member.member_role,
    store_ids: accessOf(member).storeIds,
    has_second_factor: null,
    created_at: member.created_at.toISOString(),
    last_sign_in_at: member.last_sign_in_at?.toISOString() ?? null,
  };
}

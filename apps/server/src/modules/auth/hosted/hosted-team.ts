import type { TeamMember } from '@storefleet/contract/people/team';
import { AppError } from '../../../platform/http/problem.ts';
import { protectOwner, type TeamService } from '../team.service.ts';
import { inApiTerms } from '../team-errors.ts';
import type { HostedAuth } from './hosted-auth.ts';
import { hostedStatusOf } from './hosted-members.ts';
import type { HostedMemberRow } from './members.repository.ts';

/** The team of a hosted project, as members manage it. Passwords are the project's affair. */
export function createHostedTeam({ members, projectUrl }: HostedAuth): TeamService {
  async function present(member: HostedMemberRow): Promise<TeamMember> {
    return toTeamMember(member, (await members.owner())?.id);
  }

  return {
    async list() {
      const everybody = await members.list();
      return {
        members: everybody.map((member) => toTeamMember(member, everybody[0]?.id)),
        total: everybody.length,
        managed_at: projectUrl,
      };
    },

    /** Nothing is mailed from here: the account itself is made at the project. */
    invite: ({ email, name }, actor) =>
      inApiTerms(async () => {
        const added = await members.add({ email, name: name || null }, actor.id);
        return { member: await present(added), link: null, mail_sent: false };
      }),

    async update(id, { name }) {
      if (name === undefined) return present(await members.require(id));
      return present(await members.change(id, { name: name || null }));
    },

    async disable(id, actor) {
      protectOwner((await members.owner())?.id, id, actor);
      return present(await members.disable(id, actor.id));
    },
    enable: async (id, actor) => present(await members.enable(id, actor.id)),

    async resetPassword() {
      throw new AppError({ code: 'passwords_managed_elsewhere' });
    },
  };
}

function toTeamMember(member: HostedMemberRow, ownerId: string | undefined): TeamMember {
  return {
    id: member.id,
    email: member.email,
    name: member.name,
    status: hostedStatusOf(member),
    is_owner: member.id === ownerId,
    created_at: member.created_at.toISOString(),
    last_sign_in_at: member.last_sign_in_at?.toISOString() ?? null,
  };
}

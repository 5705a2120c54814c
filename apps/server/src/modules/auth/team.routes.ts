import { accountRoutes } from '@storefleet/contract/people/account';
import { teamRoutes } from '@storefleet/contract/people/team';
import type { FastifyInstance } from 'fastify';
import { type AuthenticatedUser, registerRoute } from '../../platform/http/route.ts';
import type { AccountService } from './account.service.ts';
import type { TeamActor, TeamService } from './team.service.ts';

export function registerTeamRoutes(app: FastifyInstance, team: TeamService): void {
  registerRoute(app, teamRoutes.list, () => team.list());
  registerRoute(app, teamRoutes.invite, ({ body, ...request }) => team.invite(body, actorOf(request)));
  registerRoute(app, teamRoutes.update, ({ params, body, ...request }) =>
    team.update(params.userId, body, actorOf(request)),
  );
  registerRoute(app, teamRoutes.disable, ({ params, ...request }) =>
    team.disable(params.userId, actorOf(request)),
  );
  registerRoute(app, teamRoutes.enable, ({ params, ...request }) =>
    team.enable(params.userId, actorOf(request)),
  );
  registerRoute(app, teamRoutes.resetPassword, ({ params, ...request }) =>
    team.resetPassword(params.userId, actorOf(request)),
  );
}

export function registerAccountRoutes(app: FastifyInstance, account: AccountService): void {
  registerRoute(app, accountRoutes.get, ({ user }) => account.get(user));
  registerRoute(app, accountRoutes.dismissNotice, ({ user, params }) =>
    account.dismissNotice(user, params.noticeId),
  );
}

function actorOf(request: {
  user: AuthenticatedUser;
  ip: string;
  headers: { 'user-agent'?: string | undefined };
}): TeamActor {
  return {
    id: request.user.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
  };
}

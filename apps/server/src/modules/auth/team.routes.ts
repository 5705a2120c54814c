import { accountRoutes } from '@storefleet/contract/people/account';
import { teamRoutes } from '@storefleet/contract/people/team';
import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../platform/db/database.ts';
import { type AuthenticatedUser, registerRoute } from '../../platform/http/route.ts';
import type { AccountService } from './account.service.ts';
import type { Caller } from './embedded/parts.ts';
import { refuseLimitedOwner, requireStores, visibleStores } from './store-access.ts';
import type { TeamActor, TeamService } from './team.service.ts';

export function registerTeamRoutes(
  app: FastifyInstance,
  team: TeamService,
  {
    apiKeys,
    views,
    db,
  }: {
    /** Also cleaned up when a member leaves. */
    apiKeys: { revokeOf(userId: string): Promise<void> };
    views: { handOver(userId: string, to: AuthenticatedUser): Promise<void> };
    db: Queryable;
  },
): void {
  registerRoute(app, teamRoutes.list, async () => {
    const { members, ...listed } = await team.list();
    return { ...listed, members: members.map(visibleStores) };
  });
  registerRoute(app, teamRoutes.invite, async ({ body, ...request }) => {
    refuseLimitedOwner(body.role, body.store_ids);
    await requireStores(db, body.store_ids);
    return team.invite(body, actorOf(request));
  });
  registerRoute(app, teamRoutes.update, async ({ params, body, ...request }) => {
    await requireStores(db, body.store_ids);
    return team.update(params.userId, body, actorOf(request));
  });
  registerRoute(app, teamRoutes.remove, async ({ params, ...request }) => {
    const member = await team.remove(params.userId, actorOf(request));
    await apiKeys.revokeOf(member.id);
    await views.handOver(member.id, request.user);
    return member;
  });
  registerRoute(app, teamRoutes.disable, ({ params, ...request }) =>
    team.disable(params.userId, actorOf(request)),
  );
  registerRoute(app, teamRoutes.enable, ({ params, ...request }) =>
    team.enable(params.userId, actorOf(request)),
  );
  registerRoute(app, teamRoutes.resetPassword, ({ params, ...request }) =>
    team.resetPassword(params.userId, actorOf(request)),
  );
  registerRoute(app, teamRoutes.resetSecondFactor, ({ params, ...request }) =>
    team.resetSecondFactor(params.userId, actorOf(request)),
  );
  registerRoute(app, teamRoutes.demandSecondFactor, ({ body, ...request }) =>
    team.demandSecondFactor(body.is_demanded, actorOf(request)),
  );
}

export function registerAccountRoutes(app: FastifyInstance, account: AccountService): void {
  registerRoute(app, accountRoutes.get, ({ user }) => account.get(user));
  registerRoute(app, accountRoutes.dismissNotice, ({ user, params }) =>
    account.dismissNotice(user, params.noticeId),
  );
  registerRoute(app, accountRoutes.sessions, ({ user }) => account.sessions(user));
  registerRoute(app, accountRoutes.endSession, ({ user, params }) =>
    account.endSession(user, params.sessionId),
  );
  registerRoute(app, accountRoutes.secondFactor, ({ user }) => account.secondFactor(user));
  registerRoute(app, accountRoutes.removeSecondFactor, ({ user, body, ...request }) =>
    account.removeSecondFactor(user, body.proof, callerOf(request)),
  );
  registerRoute(app, accountRoutes.createRecoveryCodes, ({ user, body, ...request }) =>
    account.createRecoveryCodes(user, body.proof, callerOf(request)),
  );
  registerRoute(app, accountRoutes.useRecoveryCode, ({ user, body, ...request }) =>
    account.useRecoveryCode(user, body.recovery_code, callerOf(request)),
  );
}

type Asking = { ip: string; headers: { 'user-agent'?: string | undefined } };

function actorOf(request: Asking & { user: AuthenticatedUser }): TeamActor {
  return { id: request.user.id, ...callerOf(request) };
}

function callerOf({ ip, headers }: Asking): Caller {
  return { address: ip, userAgent: headers['user-agent'] ?? null };
}

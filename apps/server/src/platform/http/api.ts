import type { RouteDescription } from '@storefleet/contract/api/route';
import { isBeforeSecondFactor, whyNotCall, whyNotCallByKey } from '@storefleet/contract/people/permissions';
import type { FastifyInstance } from 'fastify';
import { forbidCaching } from './http-server.ts';
import { AppError } from './problem.ts';
import type { AuthenticatedUser } from './route.ts';

type ApiOptions = {
  /** Every call of the contract. */
  routes: readonly RouteDescription[];
  authenticate(
    authorizationHeader: string | undefined,
    call: { readonly isBeforeSecondFactor: boolean },
  ): Promise<AuthenticatedUser>;
  /** Registers all of them. */
  register(api: FastifyInstance): void;
};

/** Registers the contract's calls, each behind the guard unless public, and limited to its roles. */
export async function registerApi(
  app: FastifyInstance,
  basePath: string,
  options: ApiOptions,
): Promise<void> {
  await app.register(
    async (api) => {
      const served = new Set<string>();
      api.addHook('onRoute', ({ config }) => {
        if (config?.description) served.add(config.description.id);
      });
      forbidCaching(api);
      api.addHook('onRequest', async (request) => {
        const { description } = request.routeOptions.config;
        if (description?.public) return;
        request.user = await options.authenticate(request.headers.authorization, {
          isBeforeSecondFactor: description !== undefined && isBeforeSecondFactor(description.id),
        });
        const { role, apiKey, storeIds } = request.user;
        const whyNot = apiKey ? whyNotCallByKey : whyNotCall;
        const reason = description ? whyNot(role, description.id, storeIds !== null) : null;
        if (reason !== null) throw new AppError({ code: 'forbidden', detail: reason });
      });

      options.register(api);
      checkCoverage(options.routes, served);
    },
    { prefix: basePath },
  );
}

/** A call of the contract that nobody serves is a bug to find at startup, not by a user. */
function checkCoverage(routes: readonly RouteDescription[], served: ReadonlySet<string>): void {
  const missing = routes.map(({ id }) => id).filter((id) => !served.has(id));
  if (missing.length > 0) {
    throw new Error(`These calls of the contract are not served: ${missing.join(', ')}.`);
  }
}

import type { RouteDescription } from '@storefleet/contract/route';
import type { FastifyInstance } from 'fastify';
import { forbidCaching } from './http-server.ts';
import { AppError } from './problem.ts';
import { type AuthenticatedUser, registerRoute } from './route.ts';

export type ApiOptions = {
  /** Every call of the contract. */
  routes: readonly RouteDescription[];
  /** Ids of the calls that answer 501 for now. */
  later: readonly string[];
  authenticate(authorizationHeader: string | undefined): Promise<AuthenticatedUser>;
  /** Registers the calls that are served. */
  register(api: FastifyInstance): void;
};

/** The calls of the contract under their base path, each behind the guard unless it is public. */
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
        if (request.routeOptions.config.description?.public) return;
        request.user = await options.authenticate(request.headers.authorization);
      });

      options.register(api);
      const done = options.later.filter((id) => served.has(id));
      if (done.length > 0)
        throw new Error(
          `These calls are served now, take them off the list of later ones: ${done.join(', ')}.`,
        );
      for (const route of options.routes.filter(({ id }) => options.later.includes(id))) {
        registerRoute(api, route, () => {
          throw new AppError({ code: 'not_available_yet' });
        });
      }
      checkCoverage(options, served);
    },
    { prefix: basePath },
  );
}

/** A call of the contract that nobody serves is a mistake to find at the start, not by a user. */
function checkCoverage({ routes, later }: ApiOptions, served: ReadonlySet<string>): void {
  const missing = routes.map(({ id }) => id).filter((id) => !served.has(id));
  if (missing.length > 0) {
    throw new Error(
      `These calls of the contract are neither served nor listed as coming later: ${missing.join(', ')}.`,
    );
  }
  const unknown = later.filter((id) => !routes.some((route) => route.id === id));
  if (unknown.length > 0)
    throw new Error(`The list of later calls names unknown ones: ${unknown.join(', ')}.`);
}

import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AppError } from './problem.ts';

type Address = { scope: FastifyInstance; path: string; methods: Set<string> };

/**
 * Records the addresses registered from now on. Call the returned function at the end: each of them then
 * answers 405 to all other methods, behind the same guard and in the same format.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const addresses = new Map<string, Address>();
  app.addHook('onRoute', function (this: FastifyInstance, { url, routePath, method }) {
    // A wildcard stands for many addresses, whose methods are unknown.
    if (url.includes('*')) return;
    const address = addresses.get(url) ?? { scope: this, path: routePath, methods: new Set() };
    for (const each of [method].flat()) address.methods.add(each);
    addresses.set(url, address);
  });
  return () => {
    for (const { scope, path, methods } of [...addresses.values()]) {
      const allow = [...methods].sort().join(', ');
      const refuse = async () => {
        throw new AppError({ code: 'method_not_allowed', headers: { allow } });
      };
      const others = (app.supportedMethods as HTTPMethods[]).filter((method) => !methods.has(method));
      if (others.length > 0) {
        scope.route({
          method: others,
          url: path,
          exposeHeadRoute: false,
          onRequest: refuse,
          handler: refuse,
        });
      }
    }
  };
}

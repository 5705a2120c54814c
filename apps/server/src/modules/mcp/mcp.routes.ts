import type { FastifyInstance } from 'fastify';
import { bearerToken, notSignedIn } from '../auth/auth-provider.ts';

/** The Model Context Protocol over streamable HTTP. Its library is loaded on the first request. */
export function registerMcp(app: FastifyInstance, version: string): void {
  app.post('/mcp', async (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    if (token === null) throw notSignedIn();
    const { exchange } = await import('./mcp-exchange.ts');
    await exchange(request, reply, { app, token, version });
  });
}

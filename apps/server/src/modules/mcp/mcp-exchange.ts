import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createApiClient } from '@storefleet/client/api-client';
import { ApiError } from '@storefleet/client/api-error';
import { createMcpServer } from '@storefleet/mcp/mcp-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notSignedIn } from '../auth/auth-provider.ts';

type Exchange = {
  /** The application that serves the API. */
  readonly app: FastifyInstance;
  readonly token: string;
  readonly version: string;
};

/**
 * One request and its response. Stateless, so that any process may respond. The tools call the API with the
 * request's token: they can do what it can, and no more.
 */
export async function exchange(
  request: FastifyRequest,
  reply: FastifyReply,
  { app, token, version }: Exchange,
): Promise<void> {
  const api = createApiClient({
    baseUrl: 'http://localhost',
    fetch: within(app, request),
    getAccessToken: async () => token,
    onUnauthorized: async () => null,
  });
  const server = await createMcpServer(api, version).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 401 ? notSignedIn(error) : error;
  });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  reply.raw.once('close', () => void server.close());
  // The SDK's own transport fits its protocol only where optional properties may be undefined.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  reply.hijack();
  await transport.handleRequest(request.raw, reply.raw, request.body);
}

/** Calls the API in this process, with the caller's address for rate limits and the audit log. */
function within(app: FastifyInstance, { ip, headers }: FastifyRequest): typeof fetch {
  return async (address, init) => {
    const { pathname, search } = new URL(String(address));
    const answer = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: `${pathname}${search}`,
      headers: { 'user-agent': headers['user-agent'], ...Object.fromEntries(new Headers(init?.headers)) },
      remoteAddress: ip,
      ...(init?.body == null ? {} : { payload: String(init.body) }),
    });
    const { 'content-type': type = '' } = answer.headers;
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(type) },
    });
  };
}

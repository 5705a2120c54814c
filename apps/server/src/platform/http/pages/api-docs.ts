import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { RouteDescription } from '@storefleet/contract/api/route';
import { buildOpenApiDocument, type OpenApiDocument } from '@storefleet/contract/openapi';
import type { FastifyInstance } from 'fastify';

type ApiDocsOptions = {
  /** Every call of the contract. */
  routes: readonly RouteDescription[];
  /** The current name: any process may change it. */
  title: () => Promise<string>;
  version: string;
};

/** The plugins require a document before it is built. */
const LATER = { openapi: '3.1.1', info: { title: '', version: '' }, paths: {} };

/** Serves the API description for programs at /api/openapi.json, and for people at /api/docs. */
export async function registerApiDocs(
  app: FastifyInstance,
  { routes, title, version }: ApiDocsOptions,
): Promise<void> {
  const called = await title();
  let built: OpenApiDocument | undefined;
  /** Takes 0.1 s to build, so only on first use. */
  const document = () => {
    built ??= buildOpenApiDocument(routes, { title: called, version });
    return built;
  };
  app.get('/api/openapi.json', async (_request, reply) => {
    const info = { ...document().info, title: await title() };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ ...document(), info }));
  });
  await app.register(swagger, { mode: 'static', specification: { document: LATER } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: `${called} API` },
    transformSpecification: document,
    // The layout without a top bar, which would load documents from other hosts.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', displayRequestDuration: true },
  });
}

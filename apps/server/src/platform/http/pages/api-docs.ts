import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { buildOpenApiDocument } from '@storefleet/contract/api/openapi';
import type { RouteDescription } from '@storefleet/contract/api/route';
import type { FastifyInstance } from 'fastify';

export type ApiDocsOptions = {
  /** Every call of the contract. */
  routes: readonly RouteDescription[];
  /** As it is called now: any process may rename it. */
  title: () => Promise<string>;
  version: string;
};

/** The API described for programs at /api/openapi.json, and for people at /api/docs. */
export async function registerApiDocs(
  app: FastifyInstance,
  { routes, title, version }: ApiDocsOptions,
): Promise<void> {
  const document = buildOpenApiDocument(routes, { title: await title(), version });
  app.get('/api/openapi.json', async (_request, reply) => {
    const info = { ...document.info, title: await title() };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ ...document, info }));
  });
  // The plugin's types know OpenAPI 3.0 alone; it hands the document on as it is.
  const specification = { document } as object as StaticDocumentSpec;
  await app.register(swagger, { mode: 'static', specification });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: `${document.info.title} API` },
    // The layout without a top bar, which would load documents of other hosts.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', displayRequestDuration: true },
  });
}

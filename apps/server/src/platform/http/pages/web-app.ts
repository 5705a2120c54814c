import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError, PROBLEM_CONTENT_TYPE, toProblem } from '../problem.ts';

/** Paths that never belong to the web app. */
const SERVER_PATHS = /^\/(api|auth|oauth|webhooks|healthz|readyz|metrics)(\/|$)/;

/**
 * Serves the built web app. Every unknown path is one of the app's screens; files under /assets have their
 * hash in the name and never change.
 */
export async function registerWebApp(app: FastifyInstance, directory: string): Promise<void> {
  const built = existsSync(path.join(directory, 'index.html'));
  if (built) {
    // The build puts a Brotli file beside each file.
    const shared = { cacheControl: false, preCompressed: true };
    await app.register(fastifyStatic, {
      ...shared,
      root: directory,
      // One route per file: a catch-all would keep other parts from answering 404 themselves.
      wildcard: false,
      globIgnore: ['assets/**'],
      setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
    });
    // Many files, so one route for all.
    await app.register(fastifyStatic, {
      ...shared,
      root: path.join(directory, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
  }

  app.setNotFoundHandler((request, reply) => {
    const address = request.url.split('?')[0] ?? '/';
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !SERVER_PATHS.test(address) &&
      path.extname(address) === '';
    if (isScreen && built) return reply.sendFile('index.html');
    const problem = toProblem(new AppError({ code: 'not_found' }));
    return reply.code(problem.status).type(PROBLEM_CONTENT_TYPE).send(JSON.stringify(problem));
  });
}

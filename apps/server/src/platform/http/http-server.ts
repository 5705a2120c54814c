import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from '../logging/logger.ts';
import { sleep } from '../resilience/sleep.ts';
import { guardBodies } from './bodies/body-guard.ts';
import { acceptFileBodies } from './bodies/file-body.ts';
import { acceptFormData, formFields } from './bodies/form-data.ts';
import { refuseUnstorableText } from './bodies/stored-text.ts';
import { asAppError, registerErrorHandler, sendProblem } from './error-handler.ts';

type HttpServerOptions = {
  logger: Logger;
  /** Origins besides its own that the web app may call. */
  connectOrigins?: readonly string[];
  /** Hosts besides its own that the web app may load images from, by the page's scheme or https. */
  imageHosts?: readonly string[];
  /** True if people reach the server by https only. */
  https?: boolean;
  /** Answers a malformed address where the response must not be a problem; null where it may be. */
  answerUnreadable?: (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
  /** Networks of proxies that may name the client's address; a proxy on this machine always may. */
  trustedProxies?: readonly string[];
  /** Milliseconds for a body to arrive. */
  bodyDeadlineMs?: number;
};

/** Bytes; the largest bulk edit is far below. */
const BODY_LIMIT = 5 * 1024 * 1024;
/** Bytes of a request's head: a search far too long still gets an explanation of what is wrong. */
const MAX_HEADER_SIZE = 128 * 1024;
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** Fastify with what all routes share: ids, logging, compression, headers, errors. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.logger;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    http: { maxHeaderSize: MAX_HEADER_SIZE },
    // Who may name the client's address: sign-in attempts are counted by it.
    trustProxy: ['loopback', ...(options.trustedProxies ?? [])],
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    // A malformed address matches no route, and so reaches no error handler.
    frameworkErrors: (error, request, reply) =>
      options.answerUnreadable?.(error, request, reply) ?? sendProblem(asAppError(error), reply),
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
  });
  app.decorateRequest('user', null);
  app.decorateRequest('answer', null);
  registerErrorHandler(app);
  waitForHandlers(app);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const entry = {
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // Screens poll for progress every few seconds: reads are not worth a line each.
    if (request.method === 'GET' && reply.statusCode < 500) request.log.debug(entry, 'answered');
    else request.log.info(entry, 'answered');
  });

  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    // A call without a body may still have a content type.
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text.toString()));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });

  guardBodies(app, options.bodyDeadlineMs);
  refuseUnstorableText(app);
  acceptFileBodies(app);
  acceptFormData(app);
  await app.register(formbody, {
    bodyLimit: BODY_LIMIT,
    parser: (text) => formFields(new URLSearchParams(text)),
  });
  await app.register(compress, {
    threshold: 1024,
    // Browsers ask for gzip only over plain HTTP, in a network where time counts more than bytes.
    zlibOptions: { level: 1 },
    // The default quality costs more time than the saved bytes are worth.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes sizes and colours into style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', ...(options.imageHosts ?? [])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(options.connectOrigins ?? [])],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  return app;
}

/** Responses of these routes are personal and current: no cache may keep them. */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
}

/** Milliseconds for handlers still running after all connections have ended; their queries fail then. */
const GRACE = 2_000;

/** Closing waits even for handlers whose client has gone: they use the database, which closes next. */
function waitForHandlers(app: FastifyInstance): void {
  const running = new Set<FastifyRequest>();
  const { promise: ended, resolve: allEnded } = Promise.withResolvers<void>();
  let closing = false;
  app.addHook('preHandler', async (request) => {
    running.add(request);
  });
  app.addHook('onSend', async (request) => {
    running.delete(request);
    if (closing && running.size === 0) allEnded();
  });
  app.addHook('onClose', async () => {
    closing = true;
    if (running.size === 0) return;
    const waited = new AbortController();
    await Promise.race([ended, sleep(GRACE, waited.signal).catch(() => {})]);
    waited.abort();
  });
}

import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable, Transform, type TransformCallback } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badRequest } from '../problem.ts';

/** Milliseconds for a body to arrive; for a file: for each `MIN_FILE_PIECE` of it. */
const BODY_DEADLINE = 30_000;
/** Bytes; the slowest upload tolerated sends about 2 kB a second. */
const MIN_FILE_PIECE = 64 * 1024;
/** Depth of nested arrays and objects; no legitimate body comes near. */
const MAX_JSON_DEPTH = 100;

declare module 'fastify' {
  interface FastifyRequest {
    /** Between the connection and the body parser; null if there is no body to parse. */
    guardedBody: Transform | null;
  }
}

/**
 * Checks bodies while they arrive: one that takes too long is cut off, and JSON nested too deeply is refused
 * at its first excess bracket, before it is parsed or much of it buffered.
 */
export function guardBodies(app: FastifyInstance, deadlineMs = BODY_DEADLINE): void {
  app.decorateRequest('guardedBody', null);

  app.addHook('onRequest', (request, _reply, done) => {
    // Also for a request refused before its body is parsed: the rest would keep the connection open.
    if (hasBody(request.raw)) cutWhenSlow(request, deadlineMs);
    done();
  });

  app.addHook('preParsing', (request, _reply, payload: Readable, done) => {
    if (!hasBody(request.raw)) return done(null, payload);
    const guarded = isParsedAsJson(request) ? new JsonDepthCheck() : new PassThrough();
    request.guardedBody = guarded;
    payload.once('error', (error) => guarded.destroy(error));
    // What follows a refusal is discarded, or its sender would never read the response.
    guarded.once('close', () => payload.resume());
    payload.pipe(guarded);
    done(null, guarded);
  });

  app.addHook('onResponse', (request, _reply, done) => {
    request.guardedBody?.destroy();
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const isFile = (request: FastifyRequest) =>
  request.routeOptions.config.description?.maxFileBytes !== undefined;

function isParsedAsJson(request: FastifyRequest): boolean {
  const type = request.headers['content-type'] ?? '';
  return !isFile(request) && !/^(multipart\/|application\/x-www-form-urlencoded)/i.test(type);
}

function cutWhenSlow(request: FastifyRequest, deadlineMs: number): void {
  const { raw } = request;
  const { socket } = raw;
  let known = socket.bytesRead;
  const check = () => {
    const arrived = socket.bytesRead - known;
    // Unread data waiting here is not the sender's fault.
    if (isFile(request) && (arrived >= MIN_FILE_PIECE || raw.readableLength > 0)) {
      known = socket.bytesRead;
      timer.refresh();
      return;
    }
    if (request.guardedBody?.destroyed === false) {
      request.guardedBody.destroy(
        new AppError({ code: 'request_timeout', headers: { connection: 'close' } }),
      );
    } else {
      socket.destroy();
    }
  };
  const timer = setTimeout(check, deadlineMs).unref();
  raw.once('end', () => clearTimeout(timer));
  raw.once('close', () => clearTimeout(timer));
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set(Buffer.from('[{'));
const CLOSING = new Set(Buffer.from(']}'));

/** Passes JSON through, and fails if it is nested too deeply. */
class JsonDepthCheck extends Transform {
  #depth = 0;
  #inString = false;
  #escaped = false;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) this.#inString = true;
      else if (CLOSING.has(byte)) this.#depth -= 1;
      else if (OPENING.has(byte)) {
        this.#depth += 1;
        if (this.#depth > MAX_JSON_DEPTH) {
          done(tooDeep());
          return;
        }
      }
    }
    done(null, chunk);
  }
}

const tooDeep = () => badRequest(`Lists and objects may be nested at most ${MAX_JSON_DEPTH} levels deep.`);

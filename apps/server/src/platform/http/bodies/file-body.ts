import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError, badRequest } from '../problem.ts';

/** Fastify picks a parser by content type alone; a file is passed on as is, whatever its type. */
const ANY_FILE = 'application/octet-stream';

/** Lets routes with `maxFileBytes` in their description take the body as a stream. */
export function acceptFileBodies(app: FastifyInstance): void {
  app.addContentTypeParser(ANY_FILE, (request, payload, done) => {
    if (request.routeOptions.config.description?.maxFileBytes !== undefined) return done(null, payload);
    done(new AppError({ code: 'unsupported_media_type' }));
  });
}

/** The hook of routes that take a file. */
export const takeAnyContentType: onRequestHookHandler = (request, _reply, done) => {
  request.headers['content-type'] = ANY_FILE;
  done();
};

/** The file's bytes; reading fails with a problem if it is too large or breaks off. */
export function fileOf(request: FastifyRequest, maxBytes: number): Readable {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  return Readable.from(limitBytes(body, maxBytes), { objectMode: false });
}

async function* limitBytes(body: Readable, maxBytes: number): AsyncGenerator<Buffer, void> {
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  let size = 0;
  try {
    while (true) {
      const chunk = await chunks.next().catch((cause: unknown) => {
        throw badRequest('The upload ended before the file was complete. Please try again.', undefined, {
          cause,
        });
      });
      if (chunk.done) return;
      size += chunk.value.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk.value;
    }
  } finally {
    // The sender of a refused file reads the response only after all of the file has been consumed.
    await chunks.return?.();
    body.resume();
  }
}

function tooLarge(maxBytes: number): AppError {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return new AppError({
    code: 'payload_too_large',
    detail: `This file is too large: at most ${megabytes} MB can be taken. Split it into several files.`,
  });
}

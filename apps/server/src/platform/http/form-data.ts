import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badRequest } from './problem.ts';

/** Lets routes that take a form be sent one as `multipart/form-data`, as browsers and most clients send it. */
export function acceptFormData(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readForm);
}

/** The text fields by name; files are no part of any form here. */
async function readForm(request: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
  if (request.routeOptions.config.description?.bodyEncoding !== 'form') {
    throw new AppError({ code: 'unsupported_media_type' });
  }
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch((cause: unknown) => {
    throw badRequest('The form could not be read.', undefined, { cause });
  });
  return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
}

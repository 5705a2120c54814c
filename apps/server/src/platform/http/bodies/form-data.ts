import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badRequest } from '../problem.ts';

/** Lets form routes accept `multipart/form-data`, which browsers and most clients send. */
export function acceptFormData(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readForm);
}

/** The text fields by name; no form here takes files. */
async function readForm(request: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
  if (request.routeOptions.config.description?.bodyEncoding !== 'form') {
    throw new AppError({ code: 'unsupported_media_type' });
  }
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch((cause: unknown) => {
    throw badRequest('The form could not be read.', undefined, { cause });
  });
  return formFields([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Characters of a field that may hold an object: no form here has larger ones. */
const LONGEST_OBJECT = 8_000;

/** The fields of a form by name; an object travels as JSON. */
export function formFields(entries: Iterable<[name: string, value: string]>): Record<string, unknown> {
  return Object.fromEntries([...entries].map(([name, value]) => [name, readField(value)]));
}

function readField(value: string): unknown {
  if (!value.startsWith('{') || value.length > LONGEST_OBJECT) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

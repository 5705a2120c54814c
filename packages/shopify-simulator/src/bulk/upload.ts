import { createHash } from 'node:crypto';
import type { Exchange } from '../http/exchange.ts';
import { parseUploadForm } from './multipart.ts';
import { bucketLocation, type StagedUploads, type UploadRefusal } from './staged-uploads.ts';

/** A file of 100 MB is the largest that Shopify runs; a larger one must arrive to be refused. */
const MAX_UPLOAD_BYTES = 128 * 1024 * 1024;

export type UploadOutcome = { status: number; outcome: string; bytes: number };

/** Takes a file as the storage host does: by a signed form, never with other credentials. */
export function takeUpload(exchange: Exchange, uploads: StagedUploads, body: Buffer): UploadOutcome {
  const { authorization, 'x-shopify-access-token': token } = exchange.request.headers;
  const contentType = exchange.header('content-type') ?? '';
  const { method } = exchange.request;
  if (authorization !== undefined || token !== undefined) {
    return refuse(exchange, {
      status: 400,
      code: 'InvalidArgument',
      message: 'A signed upload takes no further credentials.',
    });
  }
  const form = method === 'POST' ? parseUploadForm(contentType, body) : null;
  if (form === null) {
    return refuse(exchange, {
      status: 400,
      code: 'InvalidArgument',
      message: 'The body is no multipart/form-data with a boundary.',
    });
  }
  const taken = uploads.post(form.fields, form.file);
  if ('code' in taken) return refuse(exchange, taken);
  const etag = `"${createHash('md5')
    .update(form.file ?? '')
    .digest('hex')}"`;
  const bytes = form.file?.length ?? 0;
  const { bucket, location } = bucketLocation(taken.key);
  const answer = `<?xml version='1.0' encoding='UTF-8'?><PostResponse><Location>http://${exchange.host}${location}</Location><Bucket>${bucket}</Bucket><Key>${taken.key}</Key><ETag>${etag}</ETag></PostResponse>`;
  exchange.send(201, answer, { 'content-type': 'application/xml; charset=UTF-8', etag });
  return { status: 201, outcome: 'ok', bytes };
}

export function readUpload(exchange: Exchange): Promise<Buffer> {
  return exchange.bytes(MAX_UPLOAD_BYTES);
}

function refuse(exchange: Exchange, { status, code, message }: UploadRefusal): UploadOutcome {
  exchange.xml(status, code, message);
  return { status, outcome: code, bytes: 0 };
}

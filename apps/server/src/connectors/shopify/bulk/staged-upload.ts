import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EditCallOptions } from '../../editing.ts';
import { SourceError } from '../../source-error.ts';
import { ask } from '../client/ask.ts';
import { fromNetworkError, protocolError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { exchange } from '../client/http.ts';
import { CREATE_STAGED_UPLOAD } from '../write/edit-documents.ts';
import { storageUrl } from './bulk-file.ts';

/**
 * Uploads a file to Shopify's storage, for a bulk mutation. Sent without the token: the form is signed, and
 * the storage host may refuse a request with other credentials. No error contains the form or the URL.
 */

type UploadDeps = { client: GraphqlClient; allowedHosts: readonly string[] };

/** Shopify accepts 100 MB; a slow connection manages that in this time. */
const UPLOAD_TIMEOUT_MS = 5 * 60_000;

const FILE = { filename: 'edits.jsonl', mimeType: 'text/jsonl' };

const answerSchema = z.object({
  stagedUploadsCreate: z.object({
    stagedTargets: z
      .array(
        z.object({
          url: z.string().nullable(),
          parameters: z.array(z.object({ name: z.string(), value: z.string() })),
        }),
      )
      .nullable(),
    userErrors: z.array(z.object({ message: z.string() })),
  }),
});

/** Returns the path that identifies the file. */
export async function uploadToStage(
  content: string,
  { client, allowedHosts }: UploadDeps,
  { signal, onWaiting }: EditCallOptions,
): Promise<string> {
  const input = [{ ...FILE, resource: 'BULK_MUTATION_VARIABLES', httpMethod: 'POST' }];
  const asking = { client, signal, onWaiting, priority: 'person' } as const;
  const answer = await ask(asking, CREATE_STAGED_UPLOAD, answerSchema, { input });
  const { stagedTargets, userErrors } = answer.stagedUploadsCreate;
  const target = stagedTargets?.[0];
  const path = target?.parameters.find(({ name }) => name === 'key')?.value;
  if (target === undefined || target.url === null || path === undefined) {
    const said = userErrors.map(({ message }) => message).join(' ');
    throw protocolError(`no place for a file (${said})`, client.context());
  }
  const url = storageUrl(target.url, allowedHosts);
  const form = multipartForm(target.parameters, content);
  let status: number;
  try {
    const headers = { 'content-type': form.contentType };
    const answer = await exchange({
      url,
      method: 'POST',
      headers,
      body: form.body,
      signal,
      timeoutMs: UPLOAD_TIMEOUT_MS,
    });
    status = answer.status;
  } catch (error) {
    signal.throwIfAborted();
    // Whether or not it arrived, a file by itself changes nothing.
    throw fromNetworkError(error, url.hostname, client.context(), { sent: false });
  }
  if (status < 200 || status > 299) {
    throw new SourceError({
      kind: 'transient',
      message: `The file of edits could not be brought to Shopify's storage (${status}). Try again in a few minutes.`,
    });
  }
  return path;
}

/** The fields in Shopify's order, and the file last: storage ignores what follows it. */
function multipartForm(
  parameters: readonly { name: string; value: string }[],
  content: string,
): { contentType: string; body: string } {
  const boundary = `storefleet-${randomUUID()}`;
  const fields = parameters.map(
    ({ name, value }) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${FILE.filename}"\r\n` +
    `Content-Type: ${FILE.mimeType}\r\n\r\n${content}\r\n--${boundary}--\r\n`;
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: fields.join('') + file };
}

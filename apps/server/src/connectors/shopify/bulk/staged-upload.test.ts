import { expect, it } from 'vitest';
import { html, json, reset, useScriptedServer } from '../testing/scripted-server.ts';
import { clientOf } from '../testing/test-client.ts';
import { uploadToStage } from './staged-upload.ts';

const LINE = '{"product":{"id":"gid://shopify/Product/1","title":"Größe"}}\n';

const server = useScriptedServer();

const target = (url: string) =>
  json(200, {
    data: {
      stagedUploadsCreate: {
        stagedTargets: [
          {
            url,
            parameters: [
              { name: 'Content-Type', value: 'text/jsonl' },
              { name: 'key', value: 'tmp/1/bulk/edits.jsonl' },
              { name: 'policy', value: 'c2VjcmV0' },
            ],
          },
        ],
        userErrors: [],
      },
    },
  });

function upload() {
  const { client } = clientOf(server.host);
  const { signal } = new AbortController();
  return uploadToStage(LINE, { client, allowedHosts: [server.host] }, { signal });
}

it('sends the fields in the given order and the file last, without the token', async () => {
  server.script(target(`http://${server.host}/storage/`), (_request, response) =>
    response.writeHead(201, { 'content-type': 'application/xml' }).end('<PostResponse/>'),
  );
  expect(await upload()).toBe('tmp/1/bulk/edits.jsonl');
  const [, request] = server.requests;
  expect(request).toMatchObject({ method: 'POST', url: '/storage/' });
  const { 'content-type': contentType, ...headers } = request?.headers ?? {};
  expect(JSON.stringify(headers)).not.toContain('shpat_');
  expect(headers).not.toHaveProperty('authorization');
  const form = await new Response(server.bodies[1], {
    headers: { 'content-type': String(contentType) },
  }).formData();
  expect([...form.keys()]).toEqual(['Content-Type', 'key', 'policy', 'file']);
  expect(form.get('policy')).toBe('c2VjcmV0');
  expect(await (form.get('file') as File).text()).toBe(LINE);
});

it('sends nothing to a host that is not allowed', async () => {
  server.script(target('https://storage.googleapis.com.evil.example/'));
  await expect(upload()).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining('SHOPIFY_ALLOWED_HOSTS'),
  });
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['a refusal', html(403), 'could not be brought to Shopify'],
  ['a broken connection', reset, 'broke off'],
] as const)('tells of %s, and not of the form', async (_name, answer, sentence) => {
  server.script(target(`http://${server.host}/storage/`), answer);
  const error = await upload().catch((reason: Error) => reason);
  expect(error).toMatchObject({ kind: 'transient', mayHaveRun: false });
  expect(String(error)).toContain(sentence);
  expect(String(error)).not.toMatch(/c2VjcmV0|storage\//);
});

it('requires an upload target from Shopify', async () => {
  const userErrors = [{ field: ['input'], message: 'No room' }];
  server.script(json(200, { data: { stagedUploadsCreate: { stagedTargets: [], userErrors } } }));
  await expect(upload()).rejects.toThrow('no place for a file (No room)');
});

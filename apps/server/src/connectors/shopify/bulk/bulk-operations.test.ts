import { expect, it } from 'vitest';
import { createLogger } from '../../../platform/logging/logger.ts';
import { html, json, useScriptedServer, withCode } from '../testing/scripted-server.ts';
import { clientOf, waitingClock } from '../testing/test-client.ts';
import { createBulkOperations } from './bulk-operations.ts';

const server = useScriptedServer();

function setUp(time = waitingClock()) {
  const { client } = clientOf(server.host, { apiVersion: '2025-10' }, time);
  return createBulkOperations(client, { ...time, logger: createLogger({ level: 'silent' }) });
}
const { signal } = new AbortController();

const last = (query: string) => ({
  id: 'gid://shopify/BulkOperation/1',
  type: 'MUTATION',
  query,
  status: 'RUNNING',
  errorCode: null,
  createdAt: '2026-01-15T09:00:00Z',
  objectCount: '0',
  rootObjectCount: '0',
  fileSize: null,
  url: null,
  partialDataUrl: null,
});

it.each([
  ['mutation Storefleet_a { b }', 'gid://shopify/BulkOperation/1'],
  ['mutation SomebodyElse { b }', undefined],
])('asks for the last mutation where there is no list: %s', async (query, id) => {
  const noList = withCode('undefinedField', "Field 'bulkOperations' doesn't exist on type 'QueryRoot'");
  const olderVersion = { 'x-shopify-api-version': '2025-10' };
  server.script(
    json(200, { errors: [noList] }, olderVersion),
    json(200, { data: { currentBulkOperation: last(query) } }),
  );
  const found = await setUp().findMutation('Storefleet_a', new Date(0), { signal });
  expect(found?.id).toBe(id);
});

it('does not follow a list of operations whose pages loop', async () => {
  const page = (endCursor: string) =>
    json(200, { data: { bulkOperations: { nodes: [], pageInfo: { hasNextPage: true, endCursor } } } });
  server.script(page('a'), page('b'), page('a'));
  await expect(setUp().findMutation('Storefleet_a', new Date(0), { signal })).rejects.toMatchObject({
    kind: 'protocol',
  });
});

it('polls an operation with pauses that grow from half a second to 30 s', async () => {
  const pauses: number[] = [];
  const time = waitingClock();
  let told = time.clock.now().getTime();
  const onWaiting = (until: Date) => {
    pauses.push((until.getTime() - told) / 1_000);
    told = until.getTime();
  };
  const poll = (status: string) =>
    json(200, { data: { bulkOperation: { ...last('{ products }'), status } } });
  server.script(...Array.from({ length: 30 }, () => poll('RUNNING')), poll('COMPLETED'));
  const operation = await setUp(time).finished('gid://shopify/BulkOperation/1', { signal, onWaiting });
  expect(operation?.status).toBe('COMPLETED');
  expect(pauses[0]).toBe(0.5);
  expect(pauses.at(-1)).toBe(30);
  const seconds = pauses.map(Math.round);
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
});

it('does not treat an error as an answer', async () => {
  server.script(html(503));
  await expect(setUp().findMutation('Storefleet_a', new Date(0), { signal })).rejects.toMatchObject({
    kind: 'transient',
  });
});

it('starts no second mutation in place of one that may have started', async () => {
  server.script(html(502));
  const mutation = { document: 'mutation Storefleet_a { b }', path: 'tmp/1', label: 'batch 7, store 3' };
  await expect(setUp().startMutation(mutation, { signal })).rejects.toMatchObject({ mayHaveRun: true });
  expect(server.requests).toHaveLength(1);
});

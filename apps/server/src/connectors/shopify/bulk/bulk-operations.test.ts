import { testClock } from '@storefleet/test-support/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Secret } from '../../../platform/crypto/secret.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import { createGraphqlClient } from '../client/graphql-client.ts';
import { enteredToken } from '../oauth/access-tokens.ts';
import {
  html,
  json,
  type ScriptedServer,
  startScriptedServer,
  withCode,
} from '../testing/scripted-server.ts';
import { createBulkOperations } from './bulk-operations.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

function setUp(clock = testClock()) {
  const logger = createLogger({ level: 'silent' });
  const sleep = async (milliseconds: number) => clock.advance(milliseconds);
  const accessTokens = enteredToken(new Secret('shpat_1'));
  const client = createGraphqlClient({
    shop: server.host,
    apiVersion: '2025-10',
    accessTokens,
    clock,
    logger,
    sleep,
  });
  return createBulkOperations(client, { clock, logger, sleep });
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
])('looks at the last mutation where there is no list to look at: %s', async (query, id) => {
  const noList = withCode('undefinedField', "Field 'bulkOperations' doesn't exist on type 'QueryRoot'");
  const olderVersion = { 'x-shopify-api-version': '2025-10' };
  server.script(
    json(200, { errors: [noList] }, olderVersion),
    json(200, { data: { currentBulkOperation: last(query) } }),
  );
  const found = await setUp().findMutation('Storefleet_a', new Date(0), { signal });
  expect(found?.id).toBe(id);
});

it('does not follow a list of operations whose pages lead in a circle', async () => {
  const page = (endCursor: string) =>
    json(200, { data: { bulkOperations: { nodes: [], pageInfo: { hasNextPage: true, endCursor } } } });
  server.script(page('a'), page('b'), page('a'));
  await expect(setUp().findMutation('Storefleet_a', new Date(0), { signal })).rejects.toMatchObject({
    kind: 'protocol',
  });
});

it('follows an operation with pauses that grow from 2 s to 30 s', async () => {
  const pauses: number[] = [];
  const clock = testClock();
  let told = clock.now().getTime();
  const onWaiting = (until: Date) => {
    pauses.push((until.getTime() - told) / 1_000);
    told = until.getTime();
  };
  const look = (status: string) =>
    json(200, { data: { bulkOperation: { ...last('{ products }'), status } } });
  server.script(...Array.from({ length: 30 }, () => look('RUNNING')), look('COMPLETED'));
  const operation = await setUp(clock).finished('gid://shopify/BulkOperation/1', { signal, onWaiting });
  expect(operation?.status).toBe('COMPLETED');
  expect(pauses[0]).toBe(2);
  expect(pauses.at(-1)).toBe(30);
  const seconds = pauses.map(Math.round);
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
});

it('does not take trouble for an answer', async () => {
  server.script(html(503));
  await expect(setUp().findMutation('Storefleet_a', new Date(0), { signal })).rejects.toMatchObject({
    kind: 'transient',
  });
});

it('starts no second mutation in place of one that may have begun', async () => {
  server.script(html(502));
  const mutation = { document: 'mutation Storefleet_a { b }', path: 'tmp/1', label: 'batch 7, store 3' };
  await expect(setUp().startMutation(mutation, { signal })).rejects.toMatchObject({ mayHaveRun: true });
  expect(server.requests).toHaveLength(1);
});

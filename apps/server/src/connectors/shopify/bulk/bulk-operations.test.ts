import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../../platform/logging/logger.ts';
import { type Answer, html, json, useScriptedServer, withCode } from '../testing/scripted-server.ts';
import { clientOf, untilAborted, waitingClock } from '../testing/test-client.ts';
import { createBulkOperations, type EndReports } from './bulk-operations.ts';

const server = useScriptedServer();

function setUp(
  time: Pick<ReturnType<typeof waitingClock>, 'clock' | 'sleep'> = waitingClock(),
  reports?: EndReports,
) {
  const { client } = clientOf(server.host, { apiVersion: '2025-10' }, waitingClock());
  return createBulkOperations(client, { ...time, reports, logger: createLogger({ level: 'silent' }) });
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

describe('an operation whose end the shop reports', () => {
  const ID = 'gid://shopify/BulkOperation/1';
  const poll = (status: string) =>
    json(200, { data: { bulkOperation: { ...last('{ products }'), status } } });

  it('is polled once more when it is reported, also if that came during a poll', async () => {
    let report = () => {};
    const stopped: string[] = [];
    const reports: EndReports = {
      async listen(id, onReport) {
        report = onReport;
        return () => void stopped.push(id);
      },
    };
    // No pause ends by itself: nothing but reports leads on.
    const pausing = { clock: waitingClock().clock, sleep: untilAborted };
    const running: Answer = (request, response) => {
      report();
      poll('RUNNING')(request, response);
    };
    server.script(running, poll('RUNNING'), poll('COMPLETED'));
    const finished = setUp(pausing, reports).finished(ID, { signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    report();
    expect((await finished)?.status).toBe('COMPLETED');
    expect([server.requests.length, stopped]).toEqual([3, [ID]]);
  });

  it.each([
    ['22 polls', true, 22],
    ['131 polls where the shop is not registered to report', false, 131],
  ])('takes an hour and %s', async (_what, isExpected, polls) => {
    const time = waitingClock();
    const start = time.clock.now().getTime();
    const reports: EndReports = { listen: async () => (isExpected ? () => {} : null) };
    const hasEnded = () => time.clock.now().getTime() - start > 3_600_000;
    server.script((request, response) => poll(hasEnded() ? 'COMPLETED' : 'RUNNING')(request, response));
    await setUp(time, reports).finished(ID, { signal });
    expect(server.requests).toHaveLength(polls);
  });
});

it('says that other exports are in its way while it waits for a place', async () => {
  const start = (bulkOperation: object | null, code: string | null) =>
    json(200, {
      data: {
        bulkOperationRunQuery: {
          bulkOperation,
          userErrors: code === null ? [] : [{ field: null, message: 'Others run.', code }],
        },
      },
    });
  server.script(start(null, 'OPERATION_IN_PROGRESS'), start(last('{ products }'), null));
  const reasons: (string | undefined)[] = [];
  const onWaiting = (_until: Date, reason?: string) => void reasons.push(reason);
  await setUp().start('{ products }', { signal, onWaiting });
  expect(reasons).toEqual([
    'All five exports that Shopify allows an app at a time are in use for this shop. It begins when one has ended.',
  ]);
});

it('does not take trouble for an answer', async () => {
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

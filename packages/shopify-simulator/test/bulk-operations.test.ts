import { expect, test, vi } from 'vitest';
import { type Answer, type OpenShop, simulation, TOKEN } from './simulation.ts';

const { open, clock } = simulation();

const QUERY =
  '{products{edges{node{id title tags variants{edges{node{id sku price inventoryItem{id unitCost{amount currencyCode} measurement{weight{value unit}}}}}}}}}}';
const START = `mutation Start($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: true) {
  bulkOperation { id status objectCount rootObjectCount fileSize url partialDataUrl errorCode completedAt }
  userErrors { field message code } } }`;
const READ = `query Read($id: ID!) { bulkOperation(id: $id) { id status objectCount rootObjectCount fileSize url partialDataUrl errorCode completedAt } }`;

type Operation = {
  id: string;
  status: string;
  objectCount: string;
  rootObjectCount: string;
  fileSize: string | null;
  url: string | null;
  partialDataUrl: string | null;
  errorCode: string | null;
  completedAt: string | null;
};
type Started = {
  bulkOperationRunQuery: {
    bulkOperation: Operation | null;
    userErrors: { field: string[] | null; message: string; code: string }[];
  };
};
type Line = { id: string; title?: string; __parentId?: string };

async function start(shop: OpenShop, query = QUERY) {
  const { data } = await shop.graphql<Started>(START, { query });
  if (data === undefined) throw new Error('no data');
  return data.bulkOperationRunQuery;
}

async function read(shop: OpenShop, id: string): Promise<Operation> {
  const { data } = await shop.graphql<{ bulkOperation: Operation }>(READ, { id });
  if (data === undefined) throw new Error('no data');
  return data.bulkOperation;
}

async function finished(shop: OpenShop, id: string): Promise<Operation> {
  return vi.waitFor(async () => {
    const operation = await read(shop, id);
    expect(['COMPLETED', 'CANCELED', 'FAILED']).toContain(operation.status);
    return operation;
  });
}

async function run(shop: OpenShop, query = QUERY): Promise<Operation> {
  const { bulkOperation, userErrors } = await start(shop, query);
  expect(userErrors).toEqual([]);
  return finished(shop, bulkOperation?.id ?? '');
}

function download(shop: OpenShop, url: string | null, headers: Record<string, string> = {}): Promise<Answer> {
  const { pathname, search } = new URL(url ?? '');
  const anonymous = { 'x-shopify-access-token': null, 'content-type': null };
  return shop.call(`${pathname}${search}`, { headers: { ...anonymous, ...headers } });
}

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

test('an operation begins CREATED with counts "0" and ends COMPLETED with a signed address', async () => {
  const shop = open();
  const { bulkOperation } = await start(shop);
  expect(bulkOperation).toMatchObject({
    status: 'CREATED',
    objectCount: '0',
    rootObjectCount: '0',
    fileSize: null,
    url: null,
    completedAt: null,
  });
  const done = await finished(shop, bulkOperation?.id ?? '');
  const { catalogue } = shop.shop;
  expect(done).toMatchObject({
    status: 'COMPLETED',
    objectCount: String(catalogue.productCount + catalogue.variantCount),
    rootObjectCount: String(catalogue.productCount),
    partialDataUrl: null,
    errorCode: null,
    completedAt: '2026-11-20T12:00:00Z',
  });
  const answer = await download(shop, done.url);
  expect(answer.headers['content-type']).toBe('application/jsonl');
  expect(answer.headers['content-disposition']).toContain(`bulk-${done.id.split('/').at(-1)}.jsonl`);
  expect(String(Buffer.byteLength(answer.text))).toBe(done.fileSize);
});

test('lines have exactly the selected fields, slashes escaped, children with __parentId', async () => {
  const shop = open({ products: 0, currency: 'CAD' });
  const { id, variants } = shop.shop.catalogue.createProduct({
    title: 'A "cap" / hat 東京',
    tags: ['a', 'b/c'],
    variants: [{ sku: 'A', price: '10.00', cost: '5.00', weight: 0.5 }],
  });
  const [variant] = variants;
  const { text } = await download(shop, (await run(shop)).url);
  expect(text).toBe(
    [
      `{"id":"gid:\\/\\/shopify\\/Product\\/${id}","title":"A \\"cap\\" \\/ hat 東京","tags":["a","b\\/c"]}`,
      `{"id":"gid:\\/\\/shopify\\/ProductVariant\\/${variant?.id}","sku":"A","price":"10.00","inventoryItem":{"id":"gid:\\/\\/shopify\\/InventoryItem\\/${variant?.inventoryItemId}","unitCost":{"amount":"5.0","currencyCode":"CAD"},"measurement":{"weight":{"value":0.5,"unit":"KILOGRAMS"}}},"__parentId":"gid:\\/\\/shopify\\/Product\\/${id}"}`,
      '',
    ].join('\n'),
  );
});

test('groupObjects puts children behind their parent', async () => {
  const shop = open();
  let parent = '';
  for (const line of linesOf((await download(shop, (await run(shop)).url)).text)) {
    if (line.__parentId === undefined) parent = line.id;
    else expect(line.__parentId).toBe(parent);
  }
});

const nodesMessage =
  "All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: 'products'.";
const edge = (inner: string) => `{ edges { node { id ${inner} } } }`;
test.each([
  ['{ shop { id } }', ['Bulk queries must contain at least one connection.']],
  ['', ['Invalid bulk query: syntax error, unexpected end of file']],
  ['{ products { nodes { id } } }', [nodesMessage]],
  [
    '{ products { edges { node { title variants { edges { node { id } } } } } } }',
    [
      "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': products.",
    ],
  ],
  [
    `{ products ${edge(`variants ${edge(`product { variants ${edge('')} }`)}`)} }`,
    ['Bulk queries cannot contain connections with a nesting depth greater than 2.'],
  ],
  [
    `{ ${['a', 'b', 'c', 'd', 'e', 'f'].map((alias) => `${alias}: products ${edge('')}`).join(' ')} }`,
    ['Bulk queries cannot contain more than 5 connections.'],
  ],
  [
    '{ node(id: "gid://shopify/Product/1") { id } }',
    [
      'Bulk queries cannot contain a top level `node` field.',
      'Bulk queries must contain at least one connection.',
    ],
  ],
  [
    'mutation { tagsAdd(id: "gid://shopify/Product/1", tags: []) { userErrors { message } } }',
    ['Invalid operation type. Only `query` operations are supported.'],
  ],
  [`{ products ${edge('')} }`.padEnd(65_536), ['Query is too large (65536 bytes; maximum is 65535 bytes)']],
])('what a bulk query must not be (%#)', async (query, messages) => {
  const { bulkOperation, userErrors } = await start(open(), query);
  expect(bulkOperation).toBeNull();
  expect(userErrors).toEqual(messages.map((message) => ({ field: ['query'], message, code: 'INVALID' })));
});

test('five at once, the sixth is refused with the ids of the others; they wait for the pace', async () => {
  const shop = open({ bulkObjectsPerSecond: 0 });
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push((await start(shop)).bulkOperation?.id ?? '');
  expect(await start(shop)).toEqual({
    bulkOperation: null,
    userErrors: [
      {
        field: null,
        message: `A bulk query operation for this app and shop is already in progress: ${ids.join(', ')}.`,
        code: 'OPERATION_IN_PROGRESS',
      },
    ],
  });
  const running = await shop.graphql<{ bulkOperations: { nodes: { id: string }[] } }>(
    '{ bulkOperations(first: 10, sortKey: CREATED_AT) { nodes { id } } }',
  );
  expect(running.data?.bulkOperations.nodes.map(({ id }) => id)).toEqual(ids.toReversed());
  shop.shop.bulkObjectsPerSecond = null;
  for (const id of ids) expect((await finished(shop, id)).status).toBe('COMPLETED');
});

test('cancelling a running, an ended and an unknown operation', async () => {
  const shop = open({ bulkObjectsPerSecond: 0 });
  const cancel = async (id: string) =>
    (
      await shop.graphql<{ bulkOperationCancel: unknown }>(
        'mutation ($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { field message } } }',
        { id },
      )
    ).data?.bulkOperationCancel;
  const { bulkOperation } = await start(shop);
  const id = bulkOperation?.id ?? '';
  expect(await cancel(id)).toEqual({ bulkOperation: { status: 'CANCELING' }, userErrors: [] });
  expect(await finished(shop, id)).toMatchObject({ status: 'CANCELED', completedAt: null, url: null });
  expect(await cancel(id)).toEqual({
    bulkOperation: { status: 'CANCELED' },
    userErrors: [{ field: null, message: 'A bulk operation cannot be canceled when it is canceled' }],
  });
  expect(await cancel('gid://shopify/BulkOperation/1')).toEqual({
    bulkOperation: null,
    userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }],
  });
});

test('the address takes ranges, refuses the token, a wrong signature, and ends after seven days', async () => {
  const shop = open();
  const { url, fileSize } = await run(shop);
  const whole = await download(shop, url);
  const part = await download(shop, url, { range: 'bytes=10-29' });
  expect([part.status, part.text]).toEqual([206, whole.text.slice(10, 30)]);
  expect(part.headers['content-range']).toBe(`bytes 10-29/${fileSize}`);
  const rest = await download(shop, url, { range: 'bytes=100-' });
  expect(Buffer.byteLength(rest.text)).toBe(Number(fileSize) - 100);
  expect((await download(shop, url, { range: `bytes=${fileSize}-` })).status).toBe(416);
  expect((await download(shop, url, { 'x-shopify-access-token': TOKEN })).status).toBe(400);
  expect((await download(shop, url?.replace('Signature=', 'Signature=x') ?? null)).status).toBe(403);
  clock.advance(7 * 24 * 3600 * 1000);
  const expired = await download(shop, url);
  expect([expired.status, expired.text]).toEqual([400, expect.stringContaining('<Code>ExpiredToken</Code>')]);
});

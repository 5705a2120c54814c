import { expect, test, vi } from 'vitest';
import { makeProduct, type OpenShop, simulation, TOKEN } from './simulation.ts';

/**
 * The life of an operation, its files and its pace: the connector's tests of exports and bulk edits cover
 * these.
 */

const { open } = simulation();

const FIELDS = 'id status completedAt url';
const QUERY = `mutation ($text: String!) { started: bulkOperationRunQuery(query: $text, groupObjects: true) {
  bulkOperation { ${FIELDS} } userErrors { field message code } } }`;
const MUTATION = `mutation ($text: String!, $path: String!) {
  started: bulkOperationRunMutation(mutation: $text, stagedUploadPath: $path) {
    bulkOperation { ${FIELDS} } userErrors { field message code } } }`;
const UPDATE = `mutation Update($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) { userErrors { field message } } }`;
const STAGE = `mutation ($input: [StagedUploadInput!]!) { stagedUploadsCreate(input: $input) {
  stagedTargets { url parameters { name value } } } }`;

type Operation = { id: string; status: string; completedAt: string | null; url: string | null };
type Started = { bulkOperation: Operation | null; userErrors: { message: string; code: string | null }[] };

async function start(shop: OpenShop, text: string, more: { path?: string } = {}) {
  const document = more.path === undefined ? QUERY : MUTATION;
  const { data } = await shop.graphql<{ started: Started }>(document, { text, ...more });
  return data?.started;
}

/** The ended operation. */
const ended = (shop: OpenShop, id = '') =>
  vi.waitFor(async () => {
    const query = `query ($id: ID!) { bulkOperation(id: $id) { ${FIELDS} } }`;
    const { data } = await shop.graphql<{ bulkOperation: Operation }>(query, { id });
    expect(['COMPLETED', 'CANCELED', 'FAILED']).toContain(data?.bulkOperation.status);
    return data?.bulkOperation;
  });

function download(shop: OpenShop, { url }: Pick<Operation, 'url'>, headers = {}) {
  const { pathname, search } = new URL(url ?? '');
  return shop.call(pathname + search, { headers: { 'x-shopify-access-token': null, ...headers } });
}

type Form = [name: string, value: string][];

async function stage(shop: OpenShop): Promise<{ path: string; url: string; form: Form }> {
  const file = { filename: 'edits.jsonl', mimeType: 'text/jsonl' };
  const input = [{ ...file, resource: 'BULK_MUTATION_VARIABLES', httpMethod: 'POST' }];
  const { data } = await shop.graphql<{
    stagedUploadsCreate: { stagedTargets: { url: string; parameters: { name: string; value: string }[] }[] };
  }>(STAGE, { input });
  const [target] = data?.stagedUploadsCreate.stagedTargets ?? [];
  const form = (target?.parameters ?? []).map(({ name, value }): Form[number] => [name, value]);
  return { url: target?.url ?? '', form, path: new Map(form).get('key') ?? '' };
}

async function send(shop: OpenShop, url: string, form: Form, headers: Record<string, string> = {}) {
  const sent = new FormData();
  for (const [name, value] of form) sent.append(name, name === 'file' ? new Blob([value]) : value);
  const request = new Request(url, { method: 'POST', body: sent });
  const { status, text } = await shop.call(new URL(url).pathname, {
    method: 'POST',
    headers: {
      'x-shopify-access-token': null,
      'content-type': request.headers.get('content-type'),
      ...headers,
    },
    body: await request.text(),
  });
  return [status, /<Code>(\w+)<\/Code>/.exec(text)?.[1]];
}

async function upload(shop: OpenShop, content: string): Promise<string> {
  const { url, form, path } = await stage(shop);
  expect(await send(shop, url, [...form, ['file', content]])).toEqual([201, undefined]);
  return path;
}

/** Recorded 2026-04 (bulk-operation-run-query-group-objects): the form of a line. */
test('lines have exactly the selected fields, slashes escaped, children with __parentId', async () => {
  const shop = open({ products: 0, currency: 'CAD' });
  const { id, variants } = shop.shop.catalogue.createProduct({
    title: 'A "cap" / hat 東京',
    tags: ['a', 'b/c'],
    variants: [{ sku: 'A', price: '10.00', cost: '5.00', weight: 0.5 }],
  });
  const query = `{products{edges{node{id title tags variants{edges{node{id sku price
    inventoryItem{id unitCost{amount currencyCode} measurement{weight{value unit}}}}}}}}}}`;
  const done = await ended(shop, (await start(shop, query))?.bulkOperation?.id);
  expect(done).toMatchObject({ status: 'COMPLETED', completedAt: '2026-11-20T12:00:00Z' });
  const { text, headers } = await download(shop, done ?? { url: null });
  expect(text).toBe(
    [
      `{"id":"gid:\\/\\/shopify\\/Product\\/${id}","title":"A \\"cap\\" \\/ hat 東京","tags":["a","b\\/c"]}`,
      `{"id":"gid:\\/\\/shopify\\/ProductVariant\\/${variants[0]?.id}","sku":"A","price":"10.00","inventoryItem":{"id":"gid:\\/\\/shopify\\/InventoryItem\\/${variants[0]?.inventoryItemId}","unitCost":{"amount":"5.0","currencyCode":"CAD"},"measurement":{"weight":{"value":0.5,"unit":"KILOGRAMS"}}},"__parentId":"gid:\\/\\/shopify\\/Product\\/${id}"}`,
      '',
    ].join('\n'),
  );
  expect(headers['content-type']).toBe('application/jsonl');
  expect((await download(shop, done ?? { url: null }, { 'x-shopify-access-token': TOKEN })).status).toBe(400);
  const forged = { url: done?.url?.replace('Signature=', 'Signature=x') ?? null };
  expect((await download(shop, forged)).status).toBe(403);
});

test('the app that started an operation is told of its end, and no other', async () => {
  const shop = open({ products: 1 });
  for (const app of [TOKEN, 'another app']) {
    const uri = `https://hooks.example/${app}`;
    shop.shop.webhooks.subscribe({ app, topic: 'BULK_OPERATIONS_FINISH', uri, includeFields: [] });
  }
  const id = (await start(shop, '{products{edges{node{id}}}}'))?.bulkOperation?.id;
  await ended(shop, id);
  const { deliveries } = shop.shop.webhooks;
  expect(deliveries).toMatchObject([
    { topic: 'bulk_operations/finish', uri: `https://hooks.example/${TOKEN}` },
  ]);
  expect(JSON.parse(deliveries[0]?.body ?? '')).toEqual({
    admin_graphql_api_id: id,
    completed_at: '2026-11-20T12:00:00Z',
    created_at: '2026-11-20T12:00:00Z',
    error_code: null,
    status: 'completed',
    type: 'query',
  });
});

const edge = (inner: string) => `{ edges { node { id ${inner} } } }`;

test('results are not in line order, and name unreadable lines', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 3);
  const line = (changes: object, index: number) =>
    JSON.stringify({ productId: id, variants: [{ id: variants[index], ...changes }] });
  const lines = [...[{ price: '20' }, { price: '-1' }, { sku: 'X' }].map(line), 'no json'];
  const started = await start(shop, UPDATE, { path: await upload(shop, lines.join('\n')) });
  const { text } = await download(shop, (await ended(shop, started?.bulkOperation?.id)) ?? { url: null });
  const results = text
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each));
  const numbers: number[] = results.map((result) => result.__lineNumber);
  expect(numbers).not.toEqual([0, 1, 2, 3]);
  expect(results.toSorted((one, other) => one.__lineNumber - other.__lineNumber)).toMatchObject([
    { data: { productVariantsBulkUpdate: { userErrors: [] } } },
    { data: { productVariantsBulkUpdate: { userErrors: [{ field: ['variants', '0', 'price'] }] } } },
    { errors: [{ extensions: { code: 'INVALID_VARIABLE' } }] },
    { errors: [{}] },
  ]);
  expect(shop.shop.writes.all).toMatchObject([{ value: '20.00', line: 0 }]);
});

test('an invalid bulk query or mutation is refused, by the shop or by name', async () => {
  const shop = open();
  const refusals = async (text: string, more: { path?: string } = {}) =>
    (await start(shop, text, more))?.userErrors.map(({ code }) => code);
  expect(await refusals('{ shop { gone } }')).toEqual(['INVALID']);
  expect(await refusals(UPDATE)).toEqual(['INVALID']);
  expect(await refusals('{ shop { id } }', { path: 'x' })).toEqual(['INVALID_MUTATION']);
  expect(await refusals(UPDATE, { path: 'tmp/1/bulk/x/edits.jsonl' })).toEqual(['NO_SUCH_FILE']);
  const nodes = await shop.graphql(QUERY, { text: '{ products { nodes { id } } }' });
  expect(nodes).toMatchObject({ errors: [{ message: expect.stringContaining('does not model products') }] });
});

test('the upload host accepts the signed form, with the file last, and no other credentials', async () => {
  const shop = open();
  const { url, path, form } = await stage(shop);
  const file: Form = [['file', '{}']];
  expect(await send(shop, url, [...file, ...form])).toEqual([400, 'InvalidArgument']);
  const forged: Form = [...form.filter(([name]) => name !== 'policy'), ['policy', 'e30='], ...file];
  expect(await send(shop, url, forged)).toEqual([403, 'SignatureDoesNotMatch']);
  const token = { 'x-shopify-access-token': TOKEN };
  expect(await send(shop, url, [...form, ...file], token)).toEqual([400, 'InvalidArgument']);
  expect((await start(shop, UPDATE, { path }))?.userErrors).toMatchObject([{ code: 'NO_SUCH_FILE' }]);
});

/** Recorded 2025-01 (bulk-operation-run-query-operation-in-progress) and 2026-04 (bulk-operation-cancel-preserves-fields). */
test('five at once, newest first in the list, and each cancelled once', async () => {
  const shop = open({ bulkObjectsPerSecond: 0 });
  const query = `{ products ${edge('')} }`;
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push((await start(shop, query))?.bulkOperation?.id ?? '');
  const message = `A bulk query operation for this app and shop is already in progress: ${ids.join(', ')}.`;
  expect(await start(shop, query)).toEqual({
    bulkOperation: null,
    userErrors: [{ field: null, message, code: 'OPERATION_IN_PROGRESS' }],
  });
  const listed = await shop.graphql('{ bulkOperations(first: 9, sortKey: CREATED_AT) { nodes { id } } }');
  expect(listed.data).toEqual({ bulkOperations: { nodes: ids.toReversed().map((id) => ({ id })) } });
  const cancel = async (id = '') =>
    (
      await shop.graphql<{ bulkOperationCancel: unknown }>(
        'mutation ($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { field message } } }',
        { id },
      )
    ).data?.bulkOperationCancel;
  expect(await cancel(ids[0])).toEqual({ bulkOperation: { status: 'CANCELING' }, userErrors: [] });
  const canceled = { status: 'CANCELED', completedAt: null, url: null };
  expect(await ended(shop, ids[0])).toMatchObject(canceled);
  expect(await cancel(ids[0])).toEqual({
    bulkOperation: { status: 'CANCELED' },
    userErrors: [{ field: null, message: 'A bulk operation cannot be canceled when it is canceled' }],
  });
  expect(await cancel('gid://shopify/BulkOperation/1')).toEqual({
    bulkOperation: null,
    userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }],
  });
});

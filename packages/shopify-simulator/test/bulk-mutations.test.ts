import { expect, test, vi } from 'vitest';
import { globalId } from '../src/text-forms.ts';
import { type Answer, type OpenShop, simulation, TOKEN } from './simulation.ts';

const { open, simulator, clock } = simulation();

const UPDATE = `mutation Update($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) { productVariants { id price } userErrors { field message code } } }`;
const STAGE = `mutation Stage($input: [StagedUploadInput!]!) { stagedUploadsCreate(input: $input) {
  stagedTargets { url resourceUrl parameters { name value } } userErrors { field message } } }`;
const FIELDS =
  'id type status errorCode createdAt completedAt objectCount rootObjectCount fileSize url partialDataUrl query';
const RUN = `mutation Run($mutation: String!, $path: String!, $label: String) {
  bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $path, clientIdentifier: $label) {
    bulkOperation { ${FIELDS} } userErrors { field message code } } }`;

type Target = { url: string; resourceUrl: string; parameters: { name: string; value: string }[] };
type Operation = {
  id: string;
  type: string;
  status: string;
  errorCode: string | null;
  objectCount: string;
  url: string | null;
  partialDataUrl: string | null;
};
type Started = {
  bulkOperation: Operation | null;
  userErrors: { field: string[] | null; message: string; code: string | null }[];
};
type ResultLine = {
  data?: { productVariantsBulkUpdate: { userErrors: unknown[] } };
  errors?: unknown[];
  __lineNumber: number;
};
type Form = [name: string, value: string][];

async function stage(shop: OpenShop, httpMethod: 'POST' | 'PUT' = 'POST'): Promise<Target> {
  const input = {
    filename: 'edits.jsonl',
    mimeType: 'text/jsonl',
    resource: 'BULK_MUTATION_VARIABLES',
    httpMethod,
  };
  const { data } = await shop.graphql<{ stagedUploadsCreate: { stagedTargets: Target[] } }>(STAGE, {
    input: [input],
  });
  const [target] = data?.stagedUploadsCreate.stagedTargets ?? [];
  if (target === undefined) throw new Error('no target');
  return target;
}

function formOf(target: Target): Form {
  return target.parameters.map(({ name, value }) => [name, value]);
}

function keyOf(target: Target): string {
  return target.parameters.find(({ name }) => name === 'key')?.value ?? '';
}

/** A form as browsers and fetch write it. */
function post(
  shop: OpenShop,
  url: string,
  form: Form,
  headers: Record<string, string | null> = {},
): Promise<Answer> {
  const parts = form.map(([name, value]) => {
    const file = name === 'file' ? '; filename="edits.jsonl"\r\nContent-Type: text/jsonl' : '';
    return `--frontier\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return shop.call(new URL(url).pathname, {
    method: 'POST',
    headers: {
      'x-shopify-access-token': null,
      'content-type': 'multipart/form-data; boundary=frontier',
      ...headers,
    },
    body: `${parts.join('')}--frontier--\r\n`,
  });
}

async function upload(shop: OpenShop, content: string): Promise<string> {
  const target = await stage(shop);
  expect((await post(shop, target.url, [...formOf(target), ['file', content]])).status).toBe(201);
  return keyOf(target);
}

async function start(shop: OpenShop, path: string, mutation = UPDATE, label?: string): Promise<Started> {
  const { data } = await shop.graphql<{ bulkOperationRunMutation: Started }>(RUN, { mutation, path, label });
  if (data === undefined) throw new Error('no data');
  return data.bulkOperationRunMutation;
}

async function read(shop: OpenShop, id: string): Promise<Operation> {
  const { data } = await shop.graphql<{ bulkOperation: Operation }>(
    `query ($id: ID!) { bulkOperation(id: $id) { ${FIELDS} } }`,
    { id },
  );
  if (data === undefined) throw new Error('no data');
  return data.bulkOperation;
}

function reaches(
  shop: OpenShop,
  id: string,
  isReached: (operation: Operation) => boolean,
): Promise<Operation> {
  return vi.waitFor(async () => {
    const operation = await read(shop, id);
    expect(isReached(operation)).toBe(true);
    return operation;
  });
}

const isEnded = ({ status }: Operation) => ['COMPLETED', 'CANCELED', 'FAILED'].includes(status);

async function resultOf(shop: OpenShop, url: string | null): Promise<ResultLine[]> {
  const { pathname, search } = new URL(url ?? '');
  const { text } = await shop.call(pathname + search, { headers: { 'x-shopify-access-token': null } });
  expect(text).not.toMatch(/[^\\]\//);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ResultLine);
}

/** So many products, and a line that sets the price of each. */
function edits(shop: OpenShop, count: number) {
  const made = Array.from({ length: count }, (_, index) =>
    shop.shop.catalogue.createProduct({
      title: `Cap ${index}`,
      variants: [{ price: '10.00', sku: `CAP-${index}` }],
    }),
  );
  const ids = made.map(({ id, variants }) => ({
    product: globalId('Product', id),
    variant: globalId('ProductVariant', variants[0]?.id ?? 0),
  }));
  const lines = ids.map(({ product, variant }, index) =>
    JSON.stringify({ productId: product, variants: [{ id: variant, price: `${index + 20}.00` }] }),
  );
  return { ids, lines };
}

test('section 9: from a staged file to a result line for each line, whatever their order', async () => {
  const shop = open();
  const { ids, lines } = edits(shop, 5);
  const target = await stage(shop);
  expect(target.parameters.map(({ name }) => name)).toEqual([
    'Content-Type',
    'success_action_status',
    'acl',
    'key',
    'x-goog-date',
    'x-goog-credential',
    'x-goog-algorithm',
    'x-goog-signature',
    'policy',
  ]);
  expect(keyOf(target)).toMatch(/^tmp\/\d+\/bulk\/[-0-9a-f]{36}\/edits\.jsonl$/);
  const uploaded = await post(shop, target.url, [...formOf(target), ['file', `${lines.join('\n')}\n`]]);
  expect(uploaded.text).toMatch(
    /^<\?xml version='1.0' encoding='UTF-8'\?><PostResponse><Location>.+<\/Location><Bucket>.+<\/Bucket><Key>tmp\/.+<\/Key><ETag>"[0-9a-f]{32}"<\/ETag><\/PostResponse>$/,
  );
  const { bulkOperation, userErrors } = await start(shop, keyOf(target));
  expect(userErrors).toEqual([]);
  expect(bulkOperation).toMatchObject({
    type: 'MUTATION',
    status: 'CREATED',
    errorCode: null,
    createdAt: '2026-11-20T12:00:00Z',
    completedAt: null,
    objectCount: '0',
    rootObjectCount: '0',
    fileSize: null,
    url: null,
    partialDataUrl: null,
    query: UPDATE,
  });
  const done = await reaches(shop, bulkOperation?.id ?? '', isEnded);
  expect(done).toMatchObject({
    status: 'COMPLETED',
    objectCount: '5',
    rootObjectCount: '5',
    partialDataUrl: null,
  });
  const result = await resultOf(shop, done.url);
  const numbers = result.map((line) => line.__lineNumber);
  expect(numbers).not.toEqual([0, 1, 2, 3, 4]);
  expect([...numbers].sort()).toEqual([0, 1, 2, 3, 4]);
  expect(result.find((line) => line.__lineNumber === 3)).toEqual({
    data: {
      productVariantsBulkUpdate: {
        productVariants: [{ id: ids[3]?.variant, price: '23.00' }],
        userErrors: [],
      },
    },
    __lineNumber: 3,
  });
  expect(shop.shop.writes.all.map(({ variantId, value, line }) => [variantId, value, line])).toEqual(
    ids.map(({ variant }, index) => [variant, `${index + 20}.00`, index]),
  );
});

test('section 9: user errors and wrong variables are told in their line and fail nothing else', async () => {
  const shop = open();
  const { ids, lines } = edits(shop, 4);
  const [first, second] = ids;
  simulator().faults.add({
    shop: shop.shop.domain,
    action: { kind: 'user_error', sku: 'CAP-3', message: 'Suspended', code: 'PRODUCT_SUSPENDED' },
  });
  const content = [
    JSON.stringify({ productId: first?.product, variants: [{ id: first?.variant, price: '-1' }] }),
    JSON.stringify({ productId: second?.product, variants: [{ id: second?.variant, sku: 'X' }] }),
    lines[2],
    lines[3],
    'no json',
  ].join('\n');
  const { bulkOperation } = await start(shop, await upload(shop, content));
  const done = await reaches(shop, bulkOperation?.id ?? '', isEnded);
  expect(done).toMatchObject({ status: 'COMPLETED', objectCount: '5', errorCode: null });
  const result = (await resultOf(shop, done.url)).sort((a, b) => a.__lineNumber - b.__lineNumber);
  expect(result[0]?.data?.productVariantsBulkUpdate.userErrors).toMatchObject([
    { field: ['variants', '0', 'price'] },
  ]);
  expect(result[1]).toMatchObject({
    errors: [
      {
        message: expect.stringContaining('Field is not defined on ProductVariantsBulkInput'),
        extensions: { code: 'INVALID_VARIABLE' },
      },
    ],
  });
  expect(result[1]).not.toHaveProperty('data');
  expect(result[2]?.data?.productVariantsBulkUpdate.userErrors).toEqual([]);
  expect(result[3]?.data?.productVariantsBulkUpdate.userErrors).toEqual([
    { field: ['variants', '0'], message: 'Suspended', code: 'PRODUCT_SUSPENDED' },
  ]);
  expect(result[4]).toHaveProperty('errors');
  expect(shop.shop.writes.all).toHaveLength(1);
});

test('section 9: with PUT the address is signed, and the key is its path', async () => {
  const shop = open();
  const { lines } = edits(shop, 1);
  const target = await stage(shop, 'PUT');
  expect(target.parameters).toEqual([
    { name: 'content_type', value: 'text/jsonl' },
    { name: 'acl', value: 'private' },
  ]);
  const { pathname, search } = new URL(target.url);
  const put = (path: string, headers: Record<string, string | null>) =>
    shop.call(path, {
      method: 'PUT',
      headers: { 'x-shopify-access-token': null, ...headers },
      body: lines[0] ?? '',
    });
  expect((await put(pathname, { 'content-type': 'text/jsonl' })).status).toBe(401);
  expect((await put(pathname + search, { 'content-type': 'text/plain' })).status).toBe(403);
  expect((await put(pathname + search, { 'content-type': 'text/jsonl' })).status).toBe(200);
  const key = pathname.slice(pathname.indexOf('tmp/'));
  const { bulkOperation } = await start(shop, key);
  expect((await reaches(shop, bulkOperation?.id ?? '', isEnded)).objectCount).toBe('1');
});

test('section 9: the upload host takes the form as it was signed, in order, and no other credentials', async () => {
  const shop = open();
  const target = await stage(shop);
  const form = formOf(target);
  const send = async (fields: Form, headers?: Record<string, string>) => {
    const { status, text } = await post(shop, target.url, fields, headers);
    return [status, /<Code>(\w+)<\/Code>/.exec(text)?.[1]];
  };
  const file: Form = [['file', '{}']];
  const without = (name: string) => form.filter(([field]) => field !== name);
  expect(await send([...file, ...form])).toEqual([400, 'InvalidArgument']);
  expect(await send(form)).toEqual([400, 'InvalidArgument']);
  expect(await send([...without('policy'), ...file])).toEqual([401, 'AuthenticationRequired']);
  expect(await send([...without('acl'), ...file])).toEqual([403, 'AccessDenied']);
  expect(await send([...form, ['extra', '1'], ...file])).toEqual([403, 'AccessDenied']);
  const forged: Form = [...without('policy'), ['policy', 'e30='], ...file];
  expect(await send(forged)).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await send([...form, ...file], { 'x-shopify-access-token': TOKEN })).toEqual([
    400,
    'InvalidArgument',
  ]);
  expect(await send([...form, ...file], { authorization: `Bearer ${TOKEN}` })).toEqual([
    400,
    'InvalidArgument',
  ]);
  expect((await start(shop, keyOf(target))).userErrors[0]?.code).toBe('NO_SUCH_FILE');
  expect(await send([...form, ...file, ['late', 'ignored']])).toEqual([201, undefined]);
  clock.advance(25 * 3600 * 1000);
  expect(await send([...form, ...file])).toEqual([400, 'ExpiredToken']);
});

test('section 9: the form of a standard client is taken', async () => {
  const shop = open();
  const { lines } = edits(shop, 3);
  const target = await stage(shop);
  const form = new FormData();
  for (const [name, value] of formOf(target)) form.append(name, value);
  form.append('file', new Blob([lines.join('\n')], { type: 'text/jsonl' }), 'edits.jsonl');
  const address = new URL(new URL(target.url).pathname, simulator().url);
  expect((await fetch(address, { method: 'POST', body: form })).status).toBe(201);
  const { bulkOperation } = await start(shop, keyOf(target));
  expect((await reaches(shop, bulkOperation?.id ?? '', isEnded)).objectCount).toBe('3');
  expect(shop.shop.writes.all).toHaveLength(3);
});

test.each<[string, string, Started['userErrors'][number]]>([
  [
    'a text that does not parse',
    'mutation { not real syntax',
    {
      field: null,
      message: 'Failed to parse the mutation - syntax error, unexpected end of file at [1, 21]',
      code: 'INVALID_MUTATION',
    },
  ],
  [
    'a query',
    '{ shop { id } }',
    {
      field: null,
      message: 'Invalid operation type. Only `mutation` operations are supported.',
      code: 'INVALID_MUTATION',
    },
  ],
  [
    'two root fields',
    'mutation ($id: ID!, $tags: [String!]!) { a: tagsAdd(id: $id, tags: $tags) { userErrors { message } } b: tagsRemove(id: $id, tags: $tags) { userErrors { message } } }',
    { field: ['mutation'], message: 'You must specify a single top level mutation.', code: null },
  ],
  [
    'a bulk root',
    'mutation ($id: ID!) { bulkOperationCancel(id: $id) { userErrors { message } } }',
    { field: ['mutation'], message: 'You must use an allowed mutation name.', code: null },
  ],
  [
    'two connections',
    'mutation ($product: ProductUpdateInput) { productUpdate(product: $product) { product { a: variants(first: 1) { nodes { id } } b: variants(first: 1) { nodes { id } } } userErrors { message } } }',
    { field: ['mutation'], message: 'Bulk mutations cannot contain more than 1 connection.', code: null },
  ],
  [
    'a file that is not there',
    UPDATE,
    {
      field: null,
      message:
        "The JSONL file could not be found. Try uploading the file again, and check that you've entered the URL correctly for the stagedUploadPath mutation argument.",
      code: 'NO_SUCH_FILE',
    },
  ],
])('section 9: %s is refused', async (_name, mutation, error) => {
  expect(await start(open(), 'tmp/1/bulk/x/edits.jsonl', mutation)).toEqual({
    bulkOperation: null,
    userErrors: [error],
  });
});

test('section 9: empty and too large files, files of another shop, and labels of a wrong length', async () => {
  const shop = open();
  const refusal = async (path: string, label?: string) =>
    (await start(shop, path, UPDATE, label)).userErrors.map(({ message, code }) => [message, code]);
  expect(await refusal(await upload(shop, ''))).toEqual([['The input file is empty.', null]]);
  const key = await upload(shop, '{}');
  expect(await refusal(key, 'too short')).toEqual([
    ['is too short (minimum is 10 characters)', 'INVALID_MUTATION'],
  ]);
  expect(await refusal(key, 'x'.repeat(256))).toEqual([
    ['is too long (maximum is 255 characters)', 'INVALID_MUTATION'],
  ]);
  expect((await start(open(), key)).userErrors[0]?.code).toBe('NO_SUCH_FILE');
  const target = await stage(shop, 'PUT');
  const { pathname, search } = new URL(target.url);
  await shop.call(pathname + search, {
    method: 'PUT',
    headers: { 'x-shopify-access-token': null, 'content-type': 'text/jsonl' },
    body: Buffer.alloc(100 * 1024 * 1024 + 1, 0x20),
  });
  expect(await refusal(pathname.slice(pathname.indexOf('tmp/')))).toEqual([
    ['The input file size exceeds the maximum allowed size of 100 MB.', 'INVALID_STAGED_UPLOAD_FILE'],
  ]);
  expect(await refusal(key, 'batch-0001')).toEqual([]);
});

test('section 8.3: five mutations at once beside five queries; the missing file is told before the number', async () => {
  const shop = open({ bulkObjectsPerSecond: 0 });
  const { lines } = edits(shop, 1);
  const key = await upload(shop, lines[0] ?? '');
  const running: string[] = [];
  for (let index = 0; index < 5; index += 1) running.push((await start(shop, key)).bulkOperation?.id ?? '');
  expect(await start(shop, key)).toEqual({
    bulkOperation: null,
    userErrors: [
      {
        field: null,
        message: `A bulk mutation operation for this app and shop is already in progress: ${running.join(', ')}.`,
        code: 'OPERATION_IN_PROGRESS',
      },
    ],
  });
  expect((await start(shop, 'tmp/unknown')).userErrors[0]?.code).toBe('NO_SUCH_FILE');
  const query = await shop.graphql<{ bulkOperationRunQuery: Started }>(
    'mutation { bulkOperationRunQuery(query: "{products{edges{node{id}}}}") { bulkOperation { id } userErrors { message } } }',
  );
  const queryId = query.data?.bulkOperationRunQuery.bulkOperation?.id;
  const listed = await shop.graphql<{
    mutations: { nodes: { id: string }[] };
    currentMutation: { id: string };
    currentQuery: { id: string };
  }>(`{ mutations: bulkOperations(first: 10, query: "operation_type:mutation") { nodes { id } }
    currentMutation: currentBulkOperation(type: MUTATION) { id } currentQuery: currentBulkOperation { id } }`);
  expect(listed.data).toEqual({
    mutations: { nodes: running.map((id) => ({ id })) },
    currentMutation: { id: running[4] },
    currentQuery: { id: queryId },
  });
});

test('section 9: lines run at the pace of the shop; cancelling keeps what was done and gives its results', async () => {
  const shop = open({ bulkObjectsPerSecond: 1 });
  const { ids, lines } = edits(shop, 10);
  const { bulkOperation } = await start(shop, await upload(shop, lines.join('\n')));
  const id = bulkOperation?.id ?? '';
  clock.advance(3000);
  await reaches(shop, id, ({ objectCount }) => objectCount === '3');
  const canceled = await shop.graphql<{ bulkOperationCancel: { bulkOperation: Operation } }>(
    'mutation ($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status objectCount } userErrors { message } } }',
    { id },
  );
  expect(canceled.data?.bulkOperationCancel.bulkOperation).toEqual({ status: 'CANCELING', objectCount: '3' });
  const ended = await reaches(shop, id, isEnded);
  expect(ended).toMatchObject({ status: 'CANCELED', objectCount: '3', url: null, completedAt: null });
  const result = await resultOf(shop, ended.partialDataUrl);
  expect(result.map((line) => line.__lineNumber).sort()).toEqual([0, 1, 2]);
  expect(shop.shop.writes.all.map(({ variantId }) => variantId)).toEqual(
    ids.slice(0, 3).map(({ variant }) => variant),
  );
});

test('section 8.4: a failure that was arranged leaves the effect of the lines before it, and their results', async () => {
  const shop = open();
  const { lines } = edits(shop, 4);
  simulator().faults.add({
    shop: shop.shop.domain,
    action: { kind: 'bulk_failed', afterObjects: 2, errorCode: 'INTERNAL_SERVER_ERROR' },
    match: 'bulkOperationRunMutation',
  });
  const { bulkOperation } = await start(shop, await upload(shop, lines.join('\n')));
  const failed = await reaches(shop, bulkOperation?.id ?? '', isEnded);
  expect(failed).toMatchObject({
    status: 'FAILED',
    errorCode: 'INTERNAL_SERVER_ERROR',
    objectCount: '2',
    url: null,
  });
  expect(await resultOf(shop, failed.partialDataUrl)).toHaveLength(2);
  expect(shop.shop.writes.all).toHaveLength(2);
});

test('section 8.1: without write_products the operation fails with ACCESS_DENIED', async () => {
  const shop = open({ scopes: ['read_products'] });
  const { lines } = edits(shop, 2);
  const { bulkOperation } = await start(shop, await upload(shop, lines.join('\n')));
  const failed = await reaches(shop, bulkOperation?.id ?? '', isEnded);
  expect(failed).toMatchObject({
    status: 'FAILED',
    errorCode: 'ACCESS_DENIED',
    url: null,
    partialDataUrl: null,
  });
  expect(shop.shop.writes.all).toEqual([]);
});

test('an upload that fails once, and a start whose answer is lost although it runs', async () => {
  const shop = open();
  const { lines } = edits(shop, 1);
  const target = await stage(shop);
  const { faults } = simulator();
  faults.add({
    shop: shop.shop.domain,
    target: 'upload',
    action: { kind: 'status', status: 503, html: true },
  });
  const form: Form = [...formOf(target), ['file', lines[0] ?? '']];
  expect((await post(shop, target.url, form)).status).toBe(503);
  expect((await post(shop, target.url, form)).status).toBe(201);
  faults.add({
    shop: shop.shop.domain,
    action: { kind: 'applied_answer_lost' },
    match: 'bulkOperationRunMutation',
  });
  await expect(start(shop, keyOf(target), UPDATE, 'batch-0001')).rejects.toMatchObject({
    code: 'ECONNRESET',
  });
  await vi.waitFor(() => expect(shop.shop.bulkOperations.all[0]?.status).toBe('COMPLETED'));
  expect(shop.shop.bulkOperations.all).toMatchObject([{ clientIdentifier: 'batch-0001' }]);
});

import { expect, test } from 'vitest';
import {
  edits,
  ended,
  type Form,
  post,
  resultOf,
  type Started,
  stage,
  start,
  UPDATE,
  upload,
} from './bulk-mutation-steps.ts';
import { simulation, TOKEN } from './simulation.ts';

const { open, simulator, clock } = simulation();

test('from a staged file to a result line for each line, whatever their order', async () => {
  const shop = open();
  const { ids, lines } = edits(shop, 5);
  const { url, key, form } = await stage(shop);
  expect(form.map(([name]) => name)).toEqual([
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
  expect(key).toMatch(/^tmp\/\d+\/bulk\/[-0-9a-f]{36}\/edits\.jsonl$/);
  const uploaded = await post(shop, url, [...form, ['file', `${lines.join('\n')}\n`]]);
  expect(uploaded.text).toMatch(
    /^<\?xml version='1.0' encoding='UTF-8'\?><PostResponse><Location>.+<\/Location><Bucket>.+<\/Bucket><Key>tmp\/.+<\/Key><ETag>"[0-9a-f]{32}"<\/ETag><\/PostResponse>$/,
  );
  const { bulkOperation } = await start(shop, key);
  const atStart = { type: 'MUTATION', status: 'CREATED', objectCount: '0', url: null, completedAt: null };
  expect(bulkOperation).toMatchObject({ ...atStart, createdAt: '2026-11-20T12:00:00Z', query: UPDATE });
  const done = await ended(shop, bulkOperation?.id);
  expect(done).toMatchObject({ status: 'COMPLETED', objectCount: '5', rootObjectCount: '5' });
  const result = await resultOf(shop, done.url);
  const numbers = result.map((line) => line.__lineNumber);
  expect(numbers).not.toEqual([0, 1, 2, 3, 4]);
  expect([...numbers].sort()).toEqual([0, 1, 2, 3, 4]);
  const productVariants = [{ id: ids[3]?.variant, price: '23.00' }];
  expect(result.find((line) => line.__lineNumber === 3)).toEqual({
    data: { productVariantsBulkUpdate: { productVariants, userErrors: [] } },
    __lineNumber: 3,
  });
  expect(shop.shop.writes.all.map(({ variantId, value, line }) => [variantId, value, line])).toEqual(
    ids.map(({ variant }, index) => [variant, `${index + 20}.00`, index]),
  );
});

test('user errors and wrong variables are told in their line and fail nothing else', async () => {
  const shop = open();
  const { ids, lines } = edits(shop, 3);
  const line = (index: number, changes: object) =>
    JSON.stringify({ productId: ids[index]?.product, variants: [{ id: ids[index]?.variant, ...changes }] });
  const content = [line(0, { price: '-1' }), line(1, { sku: 'X' }), lines[2], 'no json'].join('\n');
  const { bulkOperation } = await start(shop, await upload(shop, content));
  const done = await ended(shop, bulkOperation?.id);
  expect(done).toMatchObject({ status: 'COMPLETED', objectCount: '4', errorCode: null });
  const result = (await resultOf(shop, done.url)).sort((a, b) => a.__lineNumber - b.__lineNumber);
  const message = expect.stringContaining('Field is not defined on ProductVariantsBulkInput');
  expect(result).toMatchObject([
    { data: { productVariantsBulkUpdate: { userErrors: [{ field: ['variants', '0', 'price'] }] } } },
    { errors: [{ message, extensions: { code: 'INVALID_VARIABLE' } }] },
    { data: { productVariantsBulkUpdate: { userErrors: [] } } },
    { errors: [{}] },
  ]);
  expect(result[1]).not.toHaveProperty('data');
  expect(shop.shop.writes.all).toHaveLength(1);
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
    'mutation ($p: ProductUpdateInput!) { a: productUpdate(product: $p) { userErrors { message } } b: productUpdate(product: $p) { userErrors { message } } }',
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
    'a text of more bytes than are kept',
    UPDATE.padEnd(65_536),
    {
      field: ['query'],
      message: 'is too large (65536 bytes; maximum is 65535 bytes)',
      code: 'INVALID_MUTATION',
    },
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
])('%s is refused', async (_name, mutation, error) => {
  expect(await start(open(), 'tmp/1/bulk/x/edits.jsonl', mutation)).toEqual({
    bulkOperation: null,
    userErrors: [error],
  });
});

test('empty and too large files, files of another shop, and labels of a wrong length', async () => {
  const shop = open();
  const refusal = async (path: string, label?: string) =>
    (await start(shop, path, UPDATE, label)).userErrors.map(({ message, code }) => [message, code]);
  expect(await refusal(await upload(shop, ''))).toEqual([
    ['The input file is empty.', 'INVALID_STAGED_UPLOAD_FILE'],
  ]);
  const key = await upload(shop, '{}');
  expect(await refusal(key, 'too short')).toEqual([
    ['is too short (minimum is 10 characters)', 'INVALID_MUTATION'],
  ]);
  expect(await refusal(key, 'x'.repeat(256))).toEqual([
    ['is too long (maximum is 255 characters)', 'INVALID_MUTATION'],
  ]);
  expect((await start(open(), key)).userErrors[0]?.code).toBe('NO_SUCH_FILE');
  expect(await refusal(await upload(shop, ' '.repeat(100 * 1024 * 1024 + 1)))).toEqual([
    ['The input file size exceeds the maximum allowed size of 100 MB.', 'INVALID_STAGED_UPLOAD_FILE'],
  ]);
  expect(await refusal(key, 'batch-0001')).toEqual([]);
});

test('five mutations at once; the missing file is told before the number', async () => {
  const shop = open({ bulkObjectsPerSecond: 0 });
  const key = await upload(shop, edits(shop, 1).lines[0] ?? '');
  const running: string[] = [];
  for (let index = 0; index < 5; index += 1) running.push((await start(shop, key)).bulkOperation?.id ?? '');
  const message = `A bulk mutation operation for this app and shop is already in progress: ${running.join(', ')}.`;
  expect(await start(shop, key)).toEqual({
    bulkOperation: null,
    userErrors: [{ field: null, message, code: 'OPERATION_IN_PROGRESS' }],
  });
  expect((await start(shop, 'tmp/unknown')).userErrors[0]?.code).toBe('NO_SUCH_FILE');
});

test('the upload host takes the form as it was signed, in order, and no other credentials', async () => {
  const shop = open();
  const { url, key, form } = await stage(shop);
  const send = async (fields: Form, headers?: Record<string, string>) => {
    const { status, text } = await post(shop, url, fields, headers);
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
  for (const [name, value] of [
    ['x-shopify-access-token', TOKEN],
    ['authorization', `Bearer ${TOKEN}`],
  ] as const) {
    expect(await send([...form, ...file], { [name]: value })).toEqual([400, 'InvalidArgument']);
  }
  expect((await start(shop, key)).userErrors[0]?.code).toBe('NO_SUCH_FILE');
  expect(await send([...form, ...file, ['late', 'ignored']])).toEqual([201, undefined]);
  clock.advance(25 * 3600 * 1000);
  expect(await send([...form, ...file])).toEqual([400, 'ExpiredToken']);
});

test('the form of a standard client is taken', async () => {
  const shop = open();
  const { url, key, form } = await stage(shop);
  const sent = new FormData();
  for (const [name, value] of form) sent.append(name, value);
  sent.append('file', new Blob([edits(shop, 3).lines.join('\n')], { type: 'text/jsonl' }), 'edits.jsonl');
  const address = new URL(new URL(url).pathname, simulator().url);
  expect((await fetch(address, { method: 'POST', body: sent })).status).toBe(201);
  const { bulkOperation } = await start(shop, key);
  expect((await ended(shop, bulkOperation?.id)).objectCount).toBe('3');
  expect(shop.shop.writes.all).toHaveLength(3);
});

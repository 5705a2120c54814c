import { expect, test } from 'vitest';
import {
  edits,
  formOf,
  isEnded,
  keyOf,
  type Operation,
  post,
  reaches,
  resultOf,
  type Started,
  stage,
  start,
  UPDATE,
  upload,
} from './bulk-mutation-steps.ts';
import { simulation } from './simulation.ts';

const { open, simulator, clock } = simulation();

test('from a staged file to a result line for each line, whatever their order', async () => {
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

test('user errors and wrong variables are told in their line and fail nothing else', async () => {
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

test('five mutations at once beside five queries; the missing file is told before the number', async () => {
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
    currentMutation: { id: string };
    currentQuery: { id: string };
  }>(
    `{ currentMutation: currentBulkOperation(type: MUTATION) { id } currentQuery: currentBulkOperation { id } }`,
  );
  expect(listed.data).toEqual({
    currentMutation: { id: running[4] },
    currentQuery: { id: queryId },
  });
});

test('lines run at the pace of the shop; cancelling keeps what was done and gives its results', async () => {
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

test('an operation stands still after as many lines as it may run, until more are allowed', async () => {
  const shop = open({ bulkObjectLimit: 2 });
  const { lines } = edits(shop, 4);
  const { bulkOperation } = await start(shop, await upload(shop, lines.join('\n')));
  const id = bulkOperation?.id ?? '';
  await reaches(shop, id, ({ objectCount }) => objectCount === '2');
  expect(await reaches(shop, id, ({ status }) => status === 'RUNNING')).toMatchObject({ objectCount: '2' });
  expect(shop.shop.writes.all).toHaveLength(2);
  shop.shop.bulkObjectLimit = null;
  expect(await reaches(shop, id, isEnded)).toMatchObject({ status: 'COMPLETED', objectCount: '4' });
});

test('a failure that was arranged leaves the effect of the lines before it, and their results', async () => {
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

test('without write_products the operation fails with ACCESS_DENIED', async () => {
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

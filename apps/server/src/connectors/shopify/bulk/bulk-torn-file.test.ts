import { expect, it } from 'vitest';
import { json, useScriptedServer } from '../testing/scripted-server.ts';
import { AS_LARGE, readAll } from '../testing/simulated-shop.ts';
import { connectorOf } from '../testing/test-client.ts';

/** Files unlike a correct export: no simulator writes these, so their lines and answers are written here. */

const server = useScriptedServer();

const product = (id: number, count: number) => ({
  id: `gid://shopify/Product/${id}`,
  title: `Product ${id}`,
  variantsCount: { count, precision: 'EXACT' },
});
const variant = (id: number, productId: number) => ({
  id: `gid://shopify/ProductVariant/${id}`,
  title: `Variant ${id}`,
  price: '1.00',
  __parentId: `gid://shopify/Product/${productId}`,
});

/** Makes the shop answer an export with these lines, then the requests for single products. */
function exporting(lines: object[], announced: { lines: number; roots: number }, ...products: unknown[]) {
  const operation = {
    id: 'gid://shopify/BulkOperation/1',
    status: 'COMPLETED',
    errorCode: null,
    objectCount: String(announced.lines),
    partialDataUrl: null,
    rootObjectCount: String(announced.roots),
    url: `http://${server.host}/file.jsonl`,
  };
  const file = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  server.script(
    json(200, { data: { productsCount: { count: 1, precision: 'EXACT' }, productVariants: { nodes: [] } } }),
    json(200, { data: { bulkOperationRunQuery: { bulkOperation: operation, userErrors: [] } } }),
    json(200, { data: { bulkOperation: operation } }),
    (_request, response) => void response.end(file),
    ...products.map((answer) => json(200, { data: { product: answer } })),
  );
}

const read = () => readAll(connectorOf(server.host).connector, AS_LARGE);

it('reads a product again if its variants do not add up', async () => {
  const whole = {
    ...product(1, 2),
    variants: { nodes: [variant(11, 1), variant(12, 1)], pageInfo: { hasNextPage: false, endCursor: null } },
  };
  exporting([product(1, 2), variant(11, 1), product(2, 1), variant(21, 2)], { lines: 4, roots: 2 }, whole);
  const { products, end } = await read();
  expect(products.map(({ variants }) => variants.map(({ title }) => title))).toEqual([
    ['Variant 11', 'Variant 12'],
    ['Variant 21'],
  ]);
  expect(end).toMatchObject({ sourceProducts: 2, sourceVariants: 3 });
});

it('skips a product that was deleted meanwhile', async () => {
  exporting([product(1, 1), product(2, 1), variant(21, 2)], { lines: 3, roots: 2 }, null);
  const { products, end } = await read();
  expect(products.map(({ title }) => title)).toEqual(['Product 2']);
  expect(end).toMatchObject({ sourceProducts: 1, sourceVariants: 1 });
});

it('rejects a file whose variants do not follow their products', async () => {
  exporting([product(1, 1), product(2, 1), variant(11, 1), variant(21, 2)], { lines: 4, roots: 2 });
  await expect(read()).rejects.toMatchObject({
    kind: 'protocol',
    retryable: false,
    message: expect.stringContaining('line 3 of the exported file is not grouped with its product'),
  });
});

it('rejects a file in which many products lack variants', async () => {
  const lines = Array.from({ length: 101 }, (_, index) => product(index, 1));
  exporting(lines, { lines: 101, roots: 101 }, null);
  await expect(read()).rejects.toThrow('an exported file in which many products lack variants');
});

it.each([
  [{ lines: 1, roots: 1 }, 'a file of more lines than the 1 it was announced with'],
  [{ lines: 2, roots: 2 }, '1 products in a file announced with 2'],
])('rejects a file with other counts than announced: %j', async (announced, sentence) => {
  exporting([product(1, 1), variant(11, 1)], announced);
  await expect(read()).rejects.toThrow(sentence);
});

import { expect, it } from 'vitest';
import { column, mapping, planOf, table } from '../testing/builders.ts';
import { assembleProduct } from './catalogue-products.ts';
import { compareRows } from './row-reader.ts';

const texts = ['Style', 'Name', 'Price', 'Tags', 'Colour'];
const columns = [column('ID', 'int', { nullable: false }), ...texts.map((name) => column(name, 'nvarchar'))];
const mappings = [
  mapping('Style', 'shopify_id'),
  mapping('Name', 'title'),
  mapping('Price', 'price'),
  mapping('Tags', 'tags'),
  mapping('Colour', 'colour'),
];
const plan = planOf(table(columns, { primaryKey: ['ID'] }), ...mappings);
const keyless = planOf(table(columns), ...mappings);

const row = (
  id: string,
  style: string | null,
  name: string | null,
  price: string | null,
  more: (string | null)[] = [],
) => [id, style, name, price, ...more];

it('makes rows variants of one product, in primary key order', () => {
  const rows = [
    row('10', 'S1', 'Shirt, red', '7', ['a, B', 'red']),
    row('9', 'S1', 'Shirt', '5', ['Sale,sale , New', null]),
  ];
  const { product, skipped, differs } = assembleProduct(rows, plan);
  expect(product).toMatchObject({ sourceId: 'S1', title: 'Shirt', tags: ['Sale', 'New'] });
  expect(product?.variants).toMatchObject([
    {
      sourceId: '9',
      position: 1,
      title: 'Default Title',
      price: '5.00',
      metafields: { 'custom.colour': null },
    },
    {
      sourceId: '10',
      position: 2,
      title: 'Shirt, red',
      price: '7.00',
      metafields: { 'custom.colour': 'red' },
    },
  ]);
  expect(product?.unreadVariantIds).toBeUndefined();
  expect({ skipped, differs }).toEqual({ skipped: [], differs: true });
});

it('takes product values from the first row that holds one', () => {
  const rows = [row('1', 'S1', 'Shirt', '5'), row('2', 'S1', null, '6', ['Sale', 'red'])];
  const { product, differs } = assembleProduct(rows, plan);
  expect(product).toMatchObject({ title: 'Shirt', tags: ['Sale'] });
  expect(product?.variants.map(({ title }) => title)).toEqual(['Default Title', 'Default Title']);
  expect(differs).toBe(false);
});

it('distinguishes rows of one name by SKU', () => {
  const withItem = table([...columns, column('Item', 'nvarchar')], { primaryKey: ['ID'] });
  const withSku = planOf(withItem, ...mappings, mapping('Item', 'sku'));
  const titles = (...rows: ReturnType<typeof row>[]) =>
    assembleProduct(rows, withSku).product?.variants.map(({ title }) => title);
  const item = (id: string, name: string, sku: string | null) => row(id, 'S1', name, '5', [null, null, sku]);
  expect(titles(item('1', 'Shirt', 'S-1'), item('2', 'Shirt', null), item('3', 'Shirt, red', 'S-3'))).toEqual(
    ['S-1', 'Default Title', 'Shirt, red'],
  );
  expect(titles(item('1', 'Shirt', 'S-1'))).toEqual(['Default Title']);
});

it('skips a row that cannot be mapped, and reports it', () => {
  const rows = [row('1', 'S1', 'Shirt', 'five'), row('2', 'S1', 'Shirt', '6')];
  const { product, skipped } = assembleProduct(rows, plan);
  expect(product).toMatchObject({
    unreadVariantIds: ['1'],
    variants: [{ sourceId: '2', position: 1 }],
  });
  expect(skipped).toEqual([
    {
      sourceKey: 'ID = 1',
      productId: 'S1',
      variantId: '1',
      reason: '“five” in the column “Price” is not a number, and Price has to be one.',
    },
  ]);
});

it('is no product if no row is usable, none has a title, or the id is empty or not storable', () => {
  const reasons = (...rows: ReturnType<typeof row>[]) => {
    const { product, skipped } = assembleProduct(rows, plan);
    expect(product).toBeNull();
    return skipped.map(({ sourceKey, reason }) => `${sourceKey}: ${reason}`);
  };
  expect(reasons(row('1', 'S1', null, '5'), row('2', 'S1', ' ', 'x'))).toEqual([
    'ID = 2: “x” in the column “Price” is not a number, and Price has to be one.',
    'ID = 1: The column “Name” is empty, and Title is required.',
  ]);
  expect(reasons(row('1', ' ', 'Shirt', '5'))).toEqual([
    'ID = 1: The column “Style” is empty, and Product ID is required.',
  ]);
  expect(reasons(row('1', 'a\0b', 'Shirt', '5'))).toEqual([
    'ID = 1: The Product ID holds characters that cannot be stored exactly.',
  ]);
});

it('numbers the rows of a table without a key, independently of their order', () => {
  const rows = ['6', 'x', '5'].map((price) => ['S1', 'Shirt', price, null, null]);
  const ids = (list: typeof rows) =>
    assembleProduct(list, keyless).product?.variants.map(({ sourceId, price }) => `${sourceId} ${price}`);
  expect(ids(rows)).toEqual(ids([...rows].reverse()));
  expect(ids(rows)).toEqual(['S1#1 5.00', 'S1#2 6.00']);
  expect(assembleProduct(rows, keyless).skipped).toMatchObject([{ sourceKey: 'Style = S1' }]);
});

it('orders numeric and text keys the same, in whatever order they were read', () => {
  const byNo = planOf(
    table([column('No', 'nvarchar'), column('Name', 'nvarchar')], { primaryKey: ['No'] }),
    mapping('Name', 'title'),
  );
  for (const keys of ['10 1a 2', '1a 2 10', '2 10 1a']) {
    const rows = keys.split(' ').map((key) => [key, 'Shirt']);
    expect(rows.sort(compareRows(byNo)).map(([key]) => key)).toEqual(['2', '10', '1a']);
  }
});

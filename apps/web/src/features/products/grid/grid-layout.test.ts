import { expect, test } from 'vitest';
import {
  type GridLayout,
  layout,
  printLayout,
  readColumns,
  withColumn,
  withMoved,
  withPinned,
  withWidth,
} from './grid-layout.ts';

const four = layout(['title', 'sku', 'price', 'cost'], false);
const pinned = withPinned(withPinned(four, 'title', true), 'price', true);

test.each<[string, GridLayout, string]>([
  ['a column is shown after the others', withColumn(four, 'tags', true), 'title.sku.price.cost.tags'],
  ['a shown column is not shown twice', withColumn(four, 'sku', true), 'title.sku.price.cost'],
  ['a pinned column is pinned behind the pinned ones', pinned, 'title.price*.sku.cost'],
  ['without a pinned column the others stay pinned', withColumn(pinned, 'title', false), 'price*.sku.cost'],
  ['let go, it stands first behind them', withPinned(pinned, 'title', false), 'price*.title.sku.cost'],
  ['moved among them, it is pinned', withMoved(pinned, 'cost', 0), 'cost.title*.price.sku'],
  ['the first does not move further', withMoved(four, 'title', -1), 'title.sku.price.cost'],
  ['a width is kept within bounds', withWidth(four, 'sku', 5), 'title.sku-48.price.cost'],
  ['and forgotten', withWidth(withWidth(four, 'sku', 300.4), 'sku', null), 'title.sku.price.cost'],
  ['the last column stays', withColumn(layout(['price'], true), 'price', false), 'price'],
])('%s', (_, changed, columns) => {
  expect(printLayout(changed).columns).toBe(columns);
});

test('a metafield is called by its name, whatever its key ends with', () => {
  const material = 'product.metafields.custom.material' as const;
  const size = 'variant.metafields.custom.size-12' as const;
  const shown = withWidth(
    withPinned(withColumn(withColumn(four, material, true), size, true), size, true),
    material,
    200,
  );
  const { columns } = printLayout(shown);
  expect(columns).toBe(`${size}-0*.title.sku.price.cost.${material}-200`);
  expect(readColumns(columns)).toEqual({ columns: shown.columns, pinned: 1 });
  expect(readColumns('product.metafields.custom.price')?.columns).toEqual([
    { id: 'product.metafields.custom.price' },
  ]);
  expect(readColumns('product.metafields.custom')).toBeNull();
});

test('parses the valid parts of a URL', () => {
  expect(readColumns('title-9999.nonsense.title.price*.cost')).toEqual({
    columns: [{ id: 'title', width: 1_200 }, { id: 'price' }, { id: 'cost' }],
    pinned: 2,
  });
  expect(readColumns('')).toBeNull();
});

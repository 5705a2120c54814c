import { expect, test } from 'vitest';
import { Catalogue } from './catalogue.ts';
import { type CatalogueSeed, ean13 } from './seeded-product.ts';

const seed: CatalogueSeed = {
  seed: 5,
  products: 1000,
  variantsPerProduct: 'mixed',
  largeProducts: { count: 1, variants: 2048 },
  wholePrices: false,
  range: null,
};

const catalogue = (changes: Partial<CatalogueSeed> = {}) => new Catalogue({ ...seed, ...changes });

test('shops with the same supplier share a third of their products, with differences and mistakes', () => {
  const [ours = [], theirs = []] = [11, 12].map((shop) => [
    ...catalogue({ seed: shop, range: 9 }).products(),
  ]);
  const theirsBySku = new Map(theirs.flatMap(({ variants }) => variants.map((each) => [each.sku, each])));
  const pairs = ours.flatMap(({ variants: [variant] }) => {
    const twin = theirsBySku.get(variant?.sku ?? null);
    return variant && variant.sku !== null && twin ? [[variant, twin] as const] : [];
  });
  expect(pairs.length / ours.length).toBeCloseTo(1 / 3, 1);
  for (const value of ['price', 'barcode', 'inventoryQuantity'] as const) {
    expect(pairs.some(([variant, twin]) => variant[value] !== twin[value])).toBe(true);
  }
  const barcodes = pairs.flatMap(([{ barcode }]) => barcode ?? []);
  expect(barcodes.some((barcode) => ean13(barcode.slice(0, 12)) !== barcode)).toBe(true);
  expect(ours[4]?.variants[0]?.sku).toBe(ours[3]?.variants[0]?.sku);
});

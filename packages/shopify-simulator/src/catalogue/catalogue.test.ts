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

test('the same seed gives the same catalogue, another seed another one', () => {
  const titles = (shop: Catalogue) =>
    [...shop.variants()].map(({ product, variant }) => [product.title, variant.sku]);
  expect(titles(catalogue())).toEqual(titles(catalogue()));
  expect(titles(catalogue({ seed: 6 }))).not.toEqual(titles(catalogue()));
  expect(catalogue().variantCount).toBe(titles(catalogue()).length);
});

test('a catalogue is as varied as a real one', () => {
  const products = [...catalogue().products()];
  const variants = products.flatMap((product) => product.variants);
  for (const list of [products.map(({ id }) => id), variants.map(({ id }) => id)]) {
    expect(list.every((id) => /^\d{13,14}$/.test(String(id)))).toBe(true);
    expect(list).toEqual([...new Set(list)].sort((a, b) => a - b));
  }
  expect(new Set(products.map(({ handle }) => handle)).size).toBe(products.length);
  expect(new Set(products.map(({ status }) => status)).size).toBe(4);
  const counts = products.map((product) => product.variants.length);
  expect(Math.max(...counts)).toBe(2048);
  expect(counts.filter((count) => count === 1).length).toBeGreaterThan(250);
  expect(variants.some(({ cost }) => cost === null)).toBe(true);
  expect(variants.some(({ sku }) => sku === null)).toBe(true);
  const barcodes = variants.map(({ barcode }) => barcode).filter((barcode) => barcode !== null);
  expect(barcodes.every((barcode) => ean13(barcode.slice(0, 12)) === barcode)).toBe(true);
  expect(new Set(barcodes).size).toBe(barcodes.length);
});

test('a walk can begin behind any id, also behind one that is gone', () => {
  const shop = catalogue({ products: 40 });
  const ids = [...shop.variants()].map(({ variant }) => variant.id);
  expect([...shop.variants(ids[30])].map(({ variant }) => variant.id)).toEqual(ids.slice(31));
  const products = [...shop.products()].map(({ id }) => id);
  shop.deleteProduct(products[10] ?? 0);
  expect([...shop.products(products[10])].map(({ id }) => id)).toEqual(products.slice(11));
});

test('edits, new and deleted products and variants show', () => {
  const shop = catalogue({ products: 30 });
  const [first, second] = [...shop.products()];
  if (first === undefined || second === undefined) throw new Error('too few products');
  const { vendor, variants } = first;
  shop.updateProduct(first.id, { title: 'Renamed' });
  expect(shop.product(first.id)).toMatchObject({ title: 'Renamed', vendor });
  const changed = shop.updateVariant(variants[0]?.id ?? 0, { cost: '3.50' });
  expect(changed).toMatchObject({ cost: '3.50', price: variants[0]?.price });
  const created = shop.createProduct({ title: 'New', variants: [{ title: 'S' }, { title: 'M' }] });
  expect([...shop.products()].at(-1)?.id).toBe(created.id);
  const added = shop.createVariant(created.id, { title: 'L' });
  shop.deleteVariant(created.variants[0]?.id ?? 0);
  expect(shop.product(created.id)?.variants.map(({ title }) => title)).toEqual(['M', 'L']);
  expect(shop.variant(added.id)?.position).toBe(2);
  shop.deleteProduct(second.id);
  expect(shop.product(second.id)).toBeNull();
  expect([shop.productCount, shop.variantCount]).toEqual([30, [...shop.variants()].length]);
});

test('shops with the range of one supplier share a third of their products, with differences and mistakes', () => {
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

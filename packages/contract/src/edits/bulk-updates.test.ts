import { expect, test } from 'vitest';
import type { z } from 'zod';
import { ApplyBulkUpdate } from './bulk-update-batches.ts';
import { BulkUpdate, BulkUpdatePreview, PriceChange } from './bulk-updates.ts';
import { UndoRequest } from './history.ts';
import { MoveScheduledEnd, ScheduleChange } from './scheduled-changes.ts';

const firstStore = '0199a6a0-0000-7000-8000-000000000001';
const secondStore = '0199a6a0-0000-7000-8000-000000000002';

function sentences(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

const reference = { store_id: firstStore, id: secondStore, shopify_id: 'gid://shopify/Product/1' };

test('a bulk update in the specification’s format is accepted', () => {
  const update = BulkUpdate.parse({
    products_to_update: [
      { ...reference, selectedVariant: { id: secondStore, shopify_id: 'gid://shopify/ProductVariant/1' } },
    ],
    attributes_to_set: { price: 19.9, sku: ' A-1 ', weight: 1.25, tags: ['a', ' a'] },
  });
  expect(update.products_to_update).toEqual([
    { ...reference, selectedVariant: { id: secondStore, shopify_id: 'gid://shopify/ProductVariant/1' } },
  ]);
  expect(update.attributes_to_set).toEqual({ price: '19.90', sku: 'A-1', weight: '1.25', tags: ['a'] });
});

test.each([
  [{ price: '-1' }, 'An amount must be at least 0.'],
  [{ barcode: '  ' }, 'Barcode must not be blank.'],
  [{ barcode: 'x'.repeat(300) }, 'Must be at most 255 characters long.'],
  [{ status: 'gone' }, 'Status must be active, draft, archived or unlisted.'],
  [{ weight: '-3' }, 'Weight must be a number of at least 0.'],
  [{}, 'Choose at least one attribute to update.'],
  [
    { colour: 'red', price: 1 },
    'Not an attribute that can be updated: colour. Choose from: price, cost, compare_at_price, barcode, sku, weight, title, vendor, product_type, status, tags, inventory_policy, tracked, taxable, requires_shipping, hs_code, country_of_origin, unit_price, handle, seo_title, seo_description, category, description, image_order, image_alts.',
  ],
])('the change %j is refused', (attributes_to_set, sentence) => {
  expect(sentences(BulkUpdate, { products_to_update: [reference], attributes_to_set })).toEqual([sentence]);
});

test.each(['selected_variant', 'variant_id'])('a variant named as %s is refused', (name) => {
  const products_to_update = [{ ...reference, [name]: secondStore }];
  expect(sentences(BulkUpdate, { products_to_update, attributes_to_set: { price: 1 } })).toEqual([
    'Name the variant as selectedVariant: {"id": …}.',
  ]);
});

test('an empty bulk update is refused', () => {
  expect(sentences(BulkUpdate, { products_to_update: [], attributes_to_set: { price: 1 } })).toEqual([
    'Select at least one product to update.',
  ]);
});

test('each product may have individual values, which override those for all', () => {
  const update = BulkUpdate.parse({
    products_to_update: [{ ...reference, attributes_to_set: { compare_at_price: null } }],
  });
  expect(update.products_to_update[0]?.attributes_to_set).toEqual({ compare_at_price: null });
  expect(sentences(BulkUpdate, { products_to_update: [reference] })).toEqual([
    'Choose at least one attribute to update.',
  ]);
});

test.each(['price', 'title', 'vendor', 'status', 'weight'])('%s cannot be emptied', (attribute) => {
  const attributes_to_set = { [attribute]: null };
  expect(BulkUpdate.safeParse({ products_to_update: [reference], attributes_to_set }).success).toBe(false);
});

const change = { attribute: 'price', operation: 'increase', unit: 'percent', value: '10' };

test('a preview takes products or a search, and values or a price change', () => {
  const search = { query: 'hat' };
  expect(BulkUpdatePreview.parse({ search, price_change: change })).toEqual({
    search: { query: 'hat', type: 'name', excluded_variant_ids: [] },
    price_change: { ...change, rounding: 'none' },
  });
  expect(sentences(BulkUpdatePreview, { price_change: change })).toEqual([
    'Send either products_to_update or search.',
  ]);
  expect(
    sentences(BulkUpdatePreview, { search, price_change: change, attributes_to_set: { price: 1 } }),
  ).toEqual(['Send either attributes_to_set or price_change.']);
  expect(sentences(BulkUpdatePreview, { search })).toEqual(['Choose at least one attribute to update.']);
});

test('a restore excludes other changes, and its time has an offset', () => {
  const search = { query: 'hat' };
  const restore = { as_of: '2026-11-12T14:00:00+01:00' };
  expect(BulkUpdatePreview.parse({ search, restore }).restore).toEqual({
    ...restore,
    include_uncertain: false,
  });
  const seen = { ...reference, based_on: { price: '10.00' } };
  for (const beside of [{ price_change: change, search }, { products_to_update: [seen] }]) {
    expect(sentences(BulkUpdatePreview, { restore, ...beside })).toEqual([
      'A restore takes no other values.',
    ]);
  }
  expect(sentences(BulkUpdatePreview, { search, restore: { as_of: '2026-11-12T14:00:00' } })).toEqual([
    'Must be a time with its offset, such as 2026-11-12T14:00:00Z.',
  ]);
});

test.each(['-5', 'ten', '', '1e3', '1,5'])('a price change by %j is refused', (value) => {
  expect(sentences(PriceChange, { ...change, value })).toEqual([
    'Enter a number of at least 0, such as 10 or 2.5.',
  ]);
});

test.each([
  [ApplyBulkUpdate, { excluded_ids: [firstStore] }, 'excluded_ids'],
  [UndoRequest, { batch_id: firstStore, store_id: secondStore }, 'store_id'],
  [ScheduleChange, { starts: '2026-11-27T00:00', end: '2026-11-29T24:00', timezone: 'UTC' }, 'end'],
  [MoveScheduledEnd, { end: '2026-11-29T24:00', timezone: 'UTC' }, 'end'],
])('a misspelt field is refused, as leaving it out would change more', (schema, value, name) => {
  expect(sentences(schema, value)).toEqual([expect.stringContaining(`"${name}"`)]);
});

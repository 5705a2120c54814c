import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import type { AttributeValue, AttributeValues } from '@storefleet/contract/values/attribute-value';
import type { FaultAction } from '@storefleet/shopify-simulator/server';
import { describe, expect, it } from 'vitest';
import type { EditOutcome, SourceEdit } from '../../editing.ts';
import { editOf, held, kinds, numberOf, productOf, read, write } from '../testing/editing.ts';
import { type SimulatedShop, useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();

type UserErrorFault = Extract<FaultAction, { kind: 'user_error' }>;

function writes({ shop }: SimulatedShop): number {
  const { byOperation } = shop.log.counters();
  return (byOperation.productVariantsBulkUpdate ?? 0) + (byOperation.productUpdate ?? 0);
}

describe('writing', () => {
  it.each<[EditableAttribute, AttributeValue]>([
    ['price', '123.45'],
    ['cost', '7.50'],
    ['cost', null],
    ['compare_at_price', '200.00'],
    ['compare_at_price', null],
    ['barcode', '4006381333931'],
    ['barcode', null],
    ['sku', 'NEW-1'],
    ['sku', null],
    ['weight', '2.345'],
  ])('the %s of a variant to %s', async (attribute, value) => {
    const atlas = simulation.open();
    const edit = editOf(productOf(atlas, 2), 1, { [attribute]: value });
    expect(await write(atlas, edit)).toEqual([
      { key: edit.key, kind: 'applied', values: { [attribute]: value } },
    ]);
    expect(held(atlas, edit)[attribute]).toBe(value);
  });

  it.each<[EditableAttribute, AttributeValue]>([
    ['title', 'Winter hat'],
    ['vendor', 'Acme'],
    ['product_type', 'Hats'],
    ['product_type', null],
    ['status', 'draft'],
    ['status', 'unlisted'],
    ['tags', 'blue, wool'],
    ['tags', null],
  ])('the %s of a product to %s', async (attribute, value) => {
    const atlas = simulation.open();
    const edit = editOf(productOf(atlas), null, { [attribute]: value });
    expect(await write(atlas, edit)).toEqual([
      { key: edit.key, kind: 'applied', values: { [attribute]: value } },
    ]);
    expect(held(atlas, edit)[attribute]).toBe(value);
  });

  it('returns values as Shopify normalised them', async () => {
    const atlas = simulation.open();
    const edit = editOf(productOf(atlas), null, { tags: 'wool,  Blue ,blue' });
    expect(await write(atlas, edit)).toEqual([
      { key: edit.key, kind: 'applied', values: { tags: 'Blue, wool' } },
    ]);
  });

  it('sends only what changes', async () => {
    const atlas = simulation.open();
    const product = productOf(atlas, 2);
    await write(atlas, editOf(product, 0, { price: '1.00', sku: 'A' }), editOf(product, 1, { cost: '2.00' }));
    expect(atlas.shop.writes.all.map(({ attribute, value }) => [attribute, value]).sort()).toEqual([
      ['cost', '2.00'],
      ['price', '1.00'],
      ['sku', 'A'],
    ]);
  });

  it('sends one call for all variants and one for the product', async () => {
    const atlas = simulation.open();
    const product = productOf(atlas, 3);
    const edits = [
      editOf(product, 0, { price: '1.00' }),
      editOf(product, null, { title: 'Cap', status: 'archived' }),
      editOf(product, 2, { price: '3.00', weight: '1' }),
    ];
    expect(kinds(await write(atlas, ...edits))).toEqual(['applied', 'applied', 'applied']);
    const { byOperation } = atlas.shop.log.counters();
    expect(byOperation).toEqual({ productVariantsBulkUpdate: 1, productUpdate: 1, nodes: 1 });
  });

  it('splits many variants into several calls', async () => {
    const atlas = simulation.open({ products: 1, largeProducts: { count: 1, variants: 1_100 } });
    const product = productOf(atlas, 1_100);
    const edits = product.variants.map((_variant, place) => editOf(product, place, { price: '5.00' }));
    const outcomes = await write(atlas, ...edits);
    expect(outcomes.map(({ key }) => key)).toEqual(edits.map(({ key }) => key));
    expect(new Set(kinds(outcomes))).toEqual(new Set(['applied']));
    expect(writes(atlas)).toBe(3);
  });

  it.each(['KILOGRAMS', 'GRAMS', 'POUNDS', 'OUNCES'] as const)(
    'a weight in %s keeps the unit, fetched before or not',
    async (weightUnit) => {
      const atlas = simulation.open();
      const product = productOf(atlas, 2);
      const edit = editOf(product, 1, { weight: '0.75' });
      const id = numberOf(edit.variantId);
      atlas.shop.catalogue.updateVariant(id, { weightUnit });
      expect(kinds(await write(atlas, edit))).toEqual(['applied']);
      await read(atlas, { ...edit, attributes: ['weight'] });
      expect(kinds(await write(atlas, { ...edit, values: { weight: '0.8' } }))).toEqual(['applied']);
      expect(atlas.shop.catalogue.variant(id)?.variant).toMatchObject({ weight: 0.8, weightUnit });
      expect(atlas.shop.log.counters().byOperation.nodes).toBe(2);
    },
  );

  it('assumes that a cost it may not read was written', async () => {
    const atlas = simulation.open({ deniedFields: { 'InventoryItem.unitCost': 'View product costs' } });
    const edit = { ...editOf(productOf(atlas), 0, { cost: '4.00' }), expected: { cost: null } };
    expect(await write(atlas, edit)).toEqual([{ key: edit.key, kind: 'applied', values: { cost: '4.00' } }]);
    expect(held(atlas, edit).cost).toBe('4.00');
  });

  it.each(['2025-10', '2026-01', '2026-04', '2026-07', '2026-10', 'unstable'])(
    'works when %s is asked for',
    async (apiVersion) => {
      const atlas = simulation.open({}, { apiVersion });
      const product = productOf(atlas);
      const variant = editOf(product, 0, {
        price: '1.00',
        cost: '0.50',
        sku: 'A',
        weight: '1',
        barcode: '1',
      });
      const whole = editOf(product, null, { title: 'Cap', tags: 'a', status: 'active' });
      expect(kinds(await write(atlas, variant, whole))).toEqual(['applied', 'applied']);
      expect(held(atlas, variant)).toMatchObject(variant.values);
      expect(held(atlas, whole)).toMatchObject(whole.values);
    },
  );
});

/** Refusals without a request come first. */
const inOrder = (outcomes: EditOutcome[]) =>
  outcomes.toSorted((one, other) => (one.key < other.key ? -1 : 1));

describe('refused edits', () => {
  it.each<[AttributeValues, string]>([
    [{ price: '-1' }, 'The price must be 0 or more.'],
    [{ cost: '-1' }, 'The cost must be 0 or more.'],
    [{ compare_at_price: '1000000000000000000' }, 'The compare-at price is too large.'],
    [{ weight: '-1' }, 'The weight must be 0 or more.'],
    [{ sku: 'x'.repeat(256) }, 'The SKU is too long: Shopify takes 255 characters at most.'],
    [{ barcode: '1'.repeat(300) }, 'The barcode is too long: Shopify takes 255 characters at most.'],
    [{ price: '1.00', cost: '-1' }, 'The cost must be 0 or more.'],
    [{ price: null }, 'The price cannot be left empty.'],
    [{ weight: null }, 'The weight cannot be left empty.'],
    [{ cost: '12,5' }, 'The cost must be a number such as 12.50, not "12,5".'],
    [{ weight: 'heavy' }, 'The weight must be a number such as 12.50, not "heavy".'],
    [{ title: 'Hat' }, 'The title belongs to the product and cannot be changed for one variant.'],
  ])('%j, without a trace and beside others that are written', async (values, message) => {
    const atlas = simulation.open();
    const product = productOf(atlas, 3);
    const edits = [0, 1, 2].map((place) => editOf(product, place, place === 1 ? values : { price: '8.00' }));
    const before = held(atlas, edits[1] as SourceEdit);
    expect(inOrder(await write(atlas, ...edits))).toEqual([
      expect.objectContaining({ kind: 'applied' }),
      { key: edits[1]?.key, kind: 'refused', message },
      expect.objectContaining({ kind: 'applied' }),
    ]);
    expect(held(atlas, edits[1] as SourceEdit)).toEqual(before);
  });

  it.each<[AttributeValues, string]>([
    [{ title: ' ' }, 'The title cannot be left empty.'],
    [{ title: null }, 'The title cannot be left empty.'],
    [{ price: '1.00' }, 'belongs to the variants'],
    [{ tags: [...Array(251).keys()].join() }, 'A product can have 250 tags at most.'],
    [{ title: 'x'.repeat(256) }, 'The title is too long: Shopify takes 255 characters at most.'],
    [{ vendor: 'x'.repeat(256) }, 'The vendor is too long: Shopify takes 255 characters at most.'],
    [
      { product_type: 'x'.repeat(256) },
      'The product type is too long: Shopify takes 255 characters at most.',
    ],
    [
      { tags: 'x'.repeat(256) },
      'One of the tags is too long: Shopify takes 255 characters at most for each.',
    ],
    [{ status: 'enabled' }, 'Shopify did not understand'],
  ])('of a product: %j', async (values, message) => {
    const atlas = simulation.open();
    const product = productOf(atlas);
    const variant = editOf(product, 0, { price: '8.00' });
    const outcomes = await write(atlas, variant, editOf(product, null, values));
    expect(inOrder(outcomes)).toEqual([
      expect.objectContaining({ kind: 'applied' }),
      expect.objectContaining({ kind: 'refused', message: expect.stringContaining(message) }),
    ]);
  });

  it.each<[Pick<UserErrorFault, 'message' | 'field' | 'code'>, string]>([
    [
      { message: 'Price is fixed by contract', field: ['price'] },
      'Shopify refused the price. Shopify says: "Price is fixed by contract"',
    ],
    [
      { message: 'Product is suspended', code: 'PRODUCT_SUSPENDED' },
      'Shopify has suspended the product: it cannot be changed.',
    ],
    [{ message: 'Not today' }, 'Shopify refused the change. Shopify says: "Not today"'],
  ])('by a rule of the shop is told in its words or ours: %j', async (error, message) => {
    const atlas = simulation.open();
    const edit = editOf(productOf(atlas, 2), 1, { price: '8.00' });
    atlas.arm({ kind: 'user_error', ...error, variant: edit.variantId ?? '' });
    expect(await write(atlas, edit)).toEqual([{ key: edit.key, kind: 'refused', message }]);
  });

  it('name both of two reasons', async () => {
    const atlas = simulation.open();
    const edit = editOf(productOf(atlas), 0, { sku: 'x'.repeat(256), barcode: '1'.repeat(256) });
    const limit = 'is too long: Shopify takes 255 characters at most.';
    const message = `The barcode ${limit} The SKU ${limit}`;
    expect(await write(atlas, edit)).toMatchObject([{ kind: 'refused', message }]);
  });
});

describe('missing', () => {
  it('a deleted product', async () => {
    const atlas = simulation.open();
    const product = productOf(atlas, 2);
    atlas.shop.catalogue.deleteProduct(numberOf(product.sourceId));
    const edits = [
      editOf(product, 0, { price: '8.00' }),
      editOf(product, 1, { weight: '1' }),
      editOf(product, null, { title: 'Cap' }),
    ];
    const outcomes = await write(atlas, ...edits);
    expect(new Set(kinds(outcomes))).toEqual(new Set(['missing']));
    expect(outcomes).toHaveLength(3);
  });

  it('a variant that moved, while others are written', async () => {
    const atlas = simulation.open();
    const [one, other] = [productOf(atlas, 2, 0), productOf(atlas, 2, 1)];
    const moved = { ...editOf(other, 0, { price: '8.00' }), productId: one.sourceId };
    const stayed = editOf(one, 1, { price: '9.00' });
    const outcomes = await write(atlas, moved, stayed);
    expect(outcomes).toEqual([
      { key: moved.key, kind: 'missing' },
      { key: stayed.key, kind: 'applied', values: { price: '9.00' } },
    ]);
    expect(held(atlas, editOf(other, 0, {})).price).not.toBe('8.00');
  });
});

import { parseFilterText } from '@storefleet/contract/catalogue/filter/filter-text';
import type { PriceChange } from '@storefleet/contract/edits/bulk-updates';
import { describe, expect, it } from 'vitest';
import { countedTitle, ruleTitle, titleOf } from './batch-title.ts';

const rise: PriceChange = {
  attribute: 'price',
  operation: 'increase',
  unit: 'percent',
  value: '4',
  rounding: '.99',
};
const search = (query: string, filter: string) => ({
  query,
  filter: parseFilterText(filter).filter,
  type: 'name' as const,
  excluded_variant_ids: [],
});

describe('the title of an update', () => {
  it.each([
    [{ price_change: rise }, 'Price +4 %, ending .99'],
    [
      { price_change: rise, search: search('', 'vendor:"Quarry Lane" -tag:old') },
      'Price +4 %, ending .99, vendor Quarry Lane, not tag old',
    ],
    [{ price_change: rise, search: search('lamp', '') }, 'Price +4 %, ending .99, “lamp”'],
    [
      { price_change: { ...rise, operation: 'decrease', unit: 'amount', value: '2.50', rounding: 'none' } },
      'Price −2.50',
    ],
    [
      {
        price_change: { ...rise, attribute: 'compare_at_price', base: 'price', value: '0', rounding: 'none' },
      },
      'Compare-at price = price',
    ],
    [{ attributes_to_set: { barcode: null } }, 'Barcode cleared'],
    [{ attributes_to_set: { tags: ['a', 'b'], status: 'draft' } }, 'Status set to draft, Tags set to a, b'],
    [{ attributes_to_set: { title: 'x'.repeat(60) } }, `Title set to ${'x'.repeat(39)}…`],
    [{}, null],
    [
      {
        products_to_update: [{ store_id: 'a', id: 'b', attributes_to_set: { price: '5' } }],
        attributes_to_set: { vendor: 'Acme' },
      },
      null,
    ],
  ] as const)('says what is done to what: %j', (wish, title) => {
    expect(ruleTitle(wish as unknown as Parameters<typeof ruleTitle>[0])).toBe(title);
  });

  it.each([
    [['USD', 'EUR'], 'Price +4 %, ending .99'],
    [['JPY', 'JPY'], 'Price +4 %, whole amounts'],
    [['USD', 'KRW', 'JPY'], 'Price +4 %, ending .99, whole amounts in JPY and KRW'],
  ])('names no ending where the currency has no decimals: %j', (currencies, title) => {
    expect(ruleTitle({ price_change: rise }, { currencies })).toBe(title);
  });

  const unnamed = { title: null, origin: 'bulk_update', attributes: [], fileName: null } as const;
  it.each([
    [{ ...unnamed, title: 'Price +4 %' }, 'Price +4 %'],
    [{ ...unnamed, attributes: ['price', 'cost', 'sku'] }, 'Price, cost and SKU edited'],
    [{ ...unnamed, attributes: ['price', 'channel.Online Store'] }, 'Price and channel Online Store edited'],
    [{ ...unnamed, origin: 'csv_import', fileName: 'prices.csv' }, 'Import of prices.csv'],
    [{ ...unnamed, origin: 'undo', attributes: ['price'] }, 'Undo of price'],
    [unnamed, 'Products edited'],
  ] as const)('names one without a rule by what it is about: %j', (named, title) => {
    expect(titleOf(named)).toBe(title);
  });

  it('counts variants, or products for their own attributes', () => {
    expect(countedTitle('Price +4 %', 105, 2, ['price'])).toBe('Price +4 %, 105 variants in 2 stores');
    expect(countedTitle('Vendor cleared', 1, 1, ['vendor'])).toBe('Vendor cleared, 1 product in 1 store');
  });
});

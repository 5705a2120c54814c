import { EDITABLE_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { choicesOf, type MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import { describe, expect, it } from 'vitest';
import { type KnownMetafield, knownMetafields } from '../metafields/known-metafields.ts';
import { sharedDefinition } from '../metafields/metafield-choice.ts';
import { actionKindsOf, type BulkAction, FIRST_ACTION, readAction, withAttribute } from './bulk-action.ts';

const actionOf = (part: Partial<BulkAction>): BulkAction => {
  const action = { ...FIRST_ACTION, ...part };
  return { ...action, base: part.base ?? (part.attribute === 'cost' ? 'cost' : action.base) };
};
const requestOf = (part: Partial<BulkAction>) => {
  const read = readAction(actionOf(part));
  return read.ok ? read.request : read.message;
};

describe('a value to set', () => {
  it.each([
    ['price', ' 19.9 ', { attributes_to_set: { price: '19.90' } }],
    ['price', '12,5', 'Write decimals with a point: 12.5.'],
    ['weight', '0.250', { attributes_to_set: { weight: '0.250' } }],
    ['status', 'draft', { attributes_to_set: { status: 'draft' } }],
    ['tags', ' summer, ,sale,summer ', { attributes_to_set: { tags: ['summer', 'sale'] } }],
    ['title', '  Blue Hat ', { attributes_to_set: { title: 'Blue Hat' } }],
    ['barcode', '9'.repeat(300), 'Must be at most 255 characters long.'],
  ] as const)('%s: %s', (attribute, value, expected) => {
    expect(requestOf({ attribute, value })).toEqual(expected);
  });

  it.each(EDITABLE_ATTRIBUTES)('%s must not be blank after trimming', (attribute) => {
    expect(readAction(actionOf({ attribute, value: '   ' }))).toMatchObject({ ok: false, isBlank: true });
  });

  it('is blank if tags are only commas', () => {
    expect(readAction(actionOf({ attribute: 'tags', value: ' , ' }))).toMatchObject({ isBlank: true });
  });
});

describe('tags', () => {
  it.each(['add', 'remove'] as const)('%s relative to each product’s tags', (kind) => {
    expect(requestOf({ attribute: 'tags', kind, value: 'summer, sale' })).toEqual({
      tag_change: { operation: kind, tags: ['summer', 'sale'] },
    });
    expect(readAction(actionOf({ attribute: 'tags', kind, value: ',' }))).toMatchObject({ isBlank: true });
  });

  it('are added unless replacing is chosen', () => {
    expect(withAttribute(actionOf({ attribute: 'vendor', value: 'Acme' }), 'tags').kind).toBe('add');
  });
});

describe('stock at a location', () => {
  const attribute = 'stock.Main street';

  it.each([
    ['set', '−3', { attributes_to_set: { stock: { 'Main street': -3 } } }],
    ['increase', '12', { stock_change: { location: 'Main street', operation: 'increase', value: 12 } }],
    ['decrease', '1', { stock_change: { location: 'Main street', operation: 'decrease', value: 1 } }],
    ['set', '2.5', 'Stock at Main street must be a whole number.'],
    ['increase', '0', 'Enter a whole number of at least 1.'],
  ] as const)('%s %s', (kind, value, expected) => {
    expect(requestOf({ attribute, kind, value })).toEqual(expected);
  });

  it('is never changed by a percentage that was typed for a price', () => {
    const price = actionOf({ attribute: 'price', kind: 'increase', value: '10' });
    expect(withAttribute(price, attribute)).toMatchObject({ kind: 'increase', value: '' });
  });
});

describe('barcode and SKU with the same value', () => {
  it.each(['barcode', 'sku'] as const)('are both set when %s is chosen', (attribute) => {
    expect(requestOf({ attribute, value: 'A1', both: true })).toEqual({
      attributes_to_set: { barcode: 'A1', sku: 'A1' },
    });
    expect(requestOf({ attribute, kind: 'clear', both: true })).toEqual({
      attributes_to_set: { barcode: null, sku: null },
    });
  });

  it('has no effect on any other attribute', () => {
    expect(requestOf({ attribute: 'vendor', value: 'A1', both: true })).toEqual({
      attributes_to_set: { vendor: 'A1' },
    });
  });
});

describe('an attribute that can be cleared', () => {
  it.each(['cost', 'compare_at_price', 'barcode', 'sku', 'product_type'] as const)('%s', (attribute) => {
    expect(actionKindsOf(attribute)).toContain('clear');
    expect(requestOf({ attribute, kind: 'clear' })).toEqual({ attributes_to_set: { [attribute]: null } });
  });

  it('is an empty list for tags', () => {
    expect(requestOf({ attribute: 'tags', kind: 'clear' })).toEqual({ attributes_to_set: { tags: [] } });
  });

  it.each(['price', 'weight', 'title', 'vendor', 'status'] as const)('is not %s', (attribute) => {
    expect(actionKindsOf(attribute)).not.toContain('clear');
  });
});

describe('a description', () => {
  const attribute = 'description';

  it('gets a text at its end or beginning, or other words', () => {
    expect(requestOf({ attribute, kind: 'append', value: ' <p>Of oak</p> ' })).toEqual({
      description_change: { operation: 'append', text: '<p>Of oak</p>' },
    });
    expect(requestOf({ attribute, kind: 'replace', find: ' oak ', value: '' })).toEqual({
      description_change: { operation: 'replace', find: 'oak', text: '' },
    });
    expect(readAction(actionOf({ attribute, kind: 'replace', value: 'ash' }))).toMatchObject({
      message: 'Enter the text to replace first.',
    });
  });

  it('is not replaced as a whole by default', () => {
    expect(withAttribute(actionOf({ attribute: 'vendor', kind: 'set' }), attribute).kind).toBe('append');
  });
});

describe('a metafield', () => {
  const attribute = 'variant.metafields.specs.seats';
  const definition = (fields: Partial<MetafieldDefinition>): MetafieldDefinition => ({
    owner: 'variant',
    key: 'specs.seats',
    name: 'Seats',
    type: 'number_integer',
    validations: { max: '9' },
    pinned_position: null,
    ...fields,
  });
  const metafields = (...definitions: MetafieldDefinition[]) =>
    knownMetafields(definitions.map((one) => ({ metafields: [one] })));
  const read = (value: string, known: KnownMetafield[], kind: BulkAction['kind'] = 'set') => {
    const result = readAction(actionOf({ attribute, value, kind }), known);
    return result.ok ? result.request.attributes_to_set : result.message;
  };

  it('is set to what one of the stores takes, or cleared', () => {
    const here = definition({});
    expect(read('4', metafields(here))).toEqual({ metafields: { [attribute]: '4' } });
    expect(read('12', metafields(here))).toBe('Must be 9 or less.');
    expect(read('12', metafields(here, definition({ validations: {} })))).toEqual({
      metafields: { [attribute]: '12' },
    });
    expect(read(' ', metafields(here))).toBe('Enter a value first.');
    expect(read('', metafields(here), 'clear')).toEqual({ metafields: { [attribute]: null } });
  });

  it('keeps no value of another attribute', () => {
    expect(withAttribute(actionOf({ attribute: 'vendor', value: 'Acme' }), attribute).value).toBe('');
  });

  it('that stores define differently is any text, or what one of them offers', () => {
    const choice = (...choices: string[]) =>
      definition({ type: 'single_line_text_field', validations: { choices: JSON.stringify(choices) } });
    const [offered] = metafields(choice('Two', 'Four'), choice('Four', 'Six'));
    expect(offered && choicesOf(sharedDefinition(offered))).toEqual(['Two', 'Four', 'Six']);
    const [differing] = metafields(definition({}), choice('Two'));
    expect(differing && sharedDefinition(differing)).toMatchObject({
      type: 'single_line_text_field',
      validations: {},
    });
  });
});

describe('a change of an amount', () => {
  it('is based on the attribute itself by default', () => {
    expect(requestOf({ kind: 'increase', value: '2.5', rounding: '.99' })).toEqual({
      price_change: {
        attribute: 'price',
        operation: 'increase',
        unit: 'percent',
        value: '2.5',
        rounding: '.99',
      },
    });
    expect(requestOf({ kind: 'decrease', unit: 'amount', value: '1', base: 'compare_at_price' })).toEqual({
      price_change: {
        attribute: 'price',
        base: 'compare_at_price',
        operation: 'decrease',
        unit: 'amount',
        value: '1',
        rounding: 'none',
      },
    });
  });

  it.each([
    ['-10', 'Enter a number of at least 0, such as 10 or 2.5.'],
    ['2,5', 'Write decimals with a point: 2.5.'],
    ['10 %', 'Enter a number of at least 0, such as 10 or 2.5.'],
    ['0', 'A change of 0 changes nothing.'],
  ])('%s is refused', (value, message) => {
    expect(requestOf({ kind: 'increase', value })).toBe(message);
  });

  it('by 0 only rounds', () => {
    expect(requestOf({ kind: 'increase', value: '0', rounding: '.99' })).toMatchObject({
      price_change: { value: '0', rounding: '.99' },
    });
  });

  it('becomes a value to set for an attribute without changes', () => {
    const action = withAttribute(actionOf({ kind: 'increase', value: '10' }), 'vendor');
    expect(action).toMatchObject({ attribute: 'vendor', kind: 'set', value: '' });
    expect(withAttribute(actionOf({ kind: 'increase', value: '10' }), 'cost')).toMatchObject({
      kind: 'increase',
      value: '10',
      base: 'cost',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { mapping } from '../testing/builders.ts';
import { mapValue, unmapValue } from './field-mapping.ts';

const value = (raw: string | null, ...args: Parameters<typeof mapping>) => {
  const mapped = mapValue(raw, mapping(...args));
  return mapped.ok ? mapped.value : mapped.problem;
};

describe('a value read into the catalogue', () => {
  it('keeps text exactly, and treats blank text as empty', () => {
    expect(value('  Süßwaren “N°5” ', 'Name', 'title')).toBe('  Süßwaren “N°5” ');
    for (const empty of [null, '', '   ', '\t\u00a0', '\0']) expect(value(empty, 'Name', 'title')).toBeNull();
  });

  it('is the default if the column is empty, and is then converted like any other', () => {
    expect(value(null, 'Price', 'price', { default_value: '1.5' })).toBe('1.50');
    expect(value(' ', 'No', 'sku', { default_value: 'none', transformation_type: 'uppercase' })).toBe('NONE');
    expect(value('2', 'Price', 'price', { default_value: '1.5' })).toBe('2.00');
  });

  it('is missing if required and there is no default', () => {
    expect(value(null, 'EAN', 'barcode', { is_required: true })).toBe(
      'The column “EAN” is empty, and Barcode is required.',
    );
    expect(value(null, 'EAN', 'barcode', { is_required: true, default_value: '0' })).toBe('0');
  });

  it('is transformed after being read as its data type', () => {
    expect(value('Straße', 'Name', 'title', { transformation_type: 'uppercase' })).toBe('STRASSE');
    expect(value('ABC', 'Name', 'handle', { transformation_type: 'lowercase' })).toBe('abc');
    expect(value(' a b ', 'Name', 'vendor', { transformation_type: 'trim' })).toBe('a b');
    const concat = {
      data_type: 'number',
      transformation_type: 'concat',
      transformation_config: { prefix: 'ca. ', suffix: ' kg' },
    } as const;
    expect(value('5.00', 'Net', 'net weight', concat)).toBe('ca. 5 kg');
    expect(value(null, 'Net', 'net weight', concat)).toBeNull();
  });

  it('is what its target accepts, whatever the data type', () => {
    expect(value('12.3400', 'Price', 'price')).toBe('12.34');
    expect(value('7.0', 'Stock', 'inventory_quantity')).toBe('7');
    expect(value('0.500', 'Weight', 'weight')).toBe('0.5');
    expect(value(' KGs ', 'Unit', 'weight_unit')).toBe('kg');
    expect(value('stone', 'Unit', 'weight_unit')).toBe('stone');
    expect(value(' Active', 'State', 'status')).toBe('active');
    expect(value('20260102', 'Since', 'on sale since', { data_type: 'date' })).toBe('2026-01-02');
    expect(value('Y', 'Fragile', 'fragile', { data_type: 'boolean' })).toBe('true');
  });

  it('is refused with a sentence naming the column, the value and the target', () => {
    expect(value('abc', 'Price', 'price')).toBe(
      '“abc” in the column “Price” is not a number, and Price has to be one.',
    );
    expect(value('abc', 'Net', 'net', { data_type: 'number' })).toBe(
      '“abc” in the column “Net” is not a number.',
    );
    expect(value('5.5', 'Stock', 'inventory_quantity')).toContain('is not a whole number');
    expect(value('2147483648', 'Stock', 'inventory_quantity')).toContain('is not a whole number');
    expect(value('2', 'On', 'on', { data_type: 'boolean' })).toContain('is not true or false');
    expect(value('soon', 'Day', 'day', { data_type: 'date' })).toContain('is not a date');
    expect(value(null, 'Price', 'price', { default_value: 'x' })).toBe(
      'The default value “x” of Price is not a number, and Price has to be one.',
    );
    expect(value('x'.repeat(500), 'Price', 'price')).toMatch(/^“x{60}…” in the column/);
  });

  it('drops what the catalogue cannot store', () => {
    expect(value('a\0b\ud800', 'Name', 'title')).toBe('ab\ufffd');
  });

  it('keeps distinct product ids distinct', () => {
    expect(
      ['007', '7', '7.0', '7 '].map((id) => value(id, 'Id', 'shopify_id', { data_type: 'number' })),
    ).toEqual(['007', '7', '7.0', '7 ']);
  });
});

describe('a value written back', () => {
  const back = (text: string | null, ...args: Parameters<typeof mapping>) =>
    unmapValue(text, mapping(...args));

  it('loses the prefix and the suffix', () => {
    const concat = {
      transformation_type: 'concat',
      transformation_config: { prefix: 'DE-', suffix: '/1' },
    } as const;
    expect(back('DE-4711/1', 'No', 'sku', concat)).toEqual({ ok: true, raw: '4711', arriving: 'DE-4711/1' });
    expect(back('4711', 'No', 'sku', concat)).toEqual({
      ok: false,
      problem:
        '“4711” cannot be written to the column “No”: by the field mapping each SKU begins with “DE-” and ends with “/1”, with something besides.',
    });
    expect(back('DE-/1', 'No', 'sku', concat).ok).toBe(false);
    const overlapping = { ...concat, transformation_config: { prefix: 'ab', suffix: 'bc' } };
    expect(back('abc', 'No', 'sku', overlapping).ok).toBe(false);
  });

  it('says what an irreversible transformation will make of the value', () => {
    expect(back('abc', 'No', 'sku', { transformation_type: 'uppercase' })).toEqual({
      ok: true,
      raw: 'abc',
      arriving: 'ABC',
    });
    expect(back(' abc ', 'No', 'sku', { transformation_type: 'trim' })).toMatchObject({ arriving: 'abc' });
  });

  it('empties a column only if empty is then read as empty', () => {
    expect(back(null, 'EAN', 'barcode')).toEqual({ ok: true, raw: null, arriving: null });
    expect(back(null, 'EAN', 'barcode', { is_required: true })).toEqual({
      ok: false,
      problem: 'Barcode is required by its field mapping: it cannot be emptied.',
    });
    expect(back('', 'EAN', 'barcode', { default_value: '0' })).toEqual({
      ok: false,
      problem: 'Barcode cannot be emptied: its field mapping reads an empty column as “0”.',
    });
  });

  it('refuses what would not be read back as the value', () => {
    expect(back('abc', 'No', 'sku', { data_type: 'number' })).toEqual({
      ok: false,
      problem: '“abc” in the column “No” is not a number.',
    });
  });
});

import { expect, test } from 'vitest';
import { type MappingDraft, mappingProblems, mappingTargetKey, mappingTargetLabel } from './mapping-rules.ts';

const draft = (fields: Partial<MappingDraft>): MappingDraft => ({
  target_field: 'title',
  data_type: 'string',
  transformation_type: 'none',
  ...fields,
});

test.each<Partial<MappingDraft>>([
  {},
  { target_field: 'shoe_size', is_custom: true },
  { target_field: 'Größe (EU)', is_custom: true },
  { target_field: 'price', data_type: 'number', default_value: '19.90' },
  { target_field: 'inventory_quantity', data_type: 'number', default_value: '-3' },
  { target_field: 'shopify_id', transformation_type: 'concat', transformation_config: { prefix: 'P-' } },
  { target_field: 'sku', transformation_type: 'concat', transformation_config: { suffix: '/DE' } },
  { target_field: 'sku', transformation_config: { prefix: '', suffix: '' } },
  { target_field: 'weight', data_type: 'number', transformation_type: 'trim' },
  { target_field: 'season', is_custom: true, data_type: 'date', default_value: '2026-02-28' },
  {
    target_field: 'changed',
    is_custom: true,
    data_type: 'date',
    default_value: '2026-01-31T08:00:00.1234567+02:00',
  },
  { target_field: 'in_print', is_custom: true, data_type: 'boolean', default_value: 'FALSE' },
  { target_field: 'season', is_custom: true, data_type: 'date', default_value: '' },
])('%j is valid', (fields) => {
  expect(mappingProblems(draft(fields))).toEqual([]);
});

test.each<[Partial<MappingDraft>, string, string]>([
  [{ target_field: 'custom' }, 'target_field', 'A custom target field needs a name.'],
  [
    { target_field: 'Variant Cost' },
    'target_field',
    'Choose the target field Variant Cost instead of a custom one of that name.',
  ],
  [
    { target_field: 'SKU' },
    'target_field',
    'Choose the target field SKU instead of a custom one of that name.',
  ],
  [
    { target_field: 'product-id' },
    'target_field',
    'Choose the target field Product ID instead of a custom one of that name.',
  ],
  [
    { target_field: 'two\nlines' },
    'target_field',
    'The name of a custom target field is a single line of text.',
  ],
  [
    { target_field: '__proto__' },
    'target_field',
    'This name is reserved. Choose another one for the custom target field.',
  ],
  [
    { target_field: 'titel' },
    'target_field',
    'There is no target field “titel”: choose one of shopify_id, title, description, product_type, vendor, status, handle, tags, price, cost, sku, barcode, inventory_quantity, weight, weight_unit, inventory_policy, tracked, taxable, requires_shipping, hs_code, country_of_origin, unit_price, seo_title, seo_description, category, or “stock.” and the name of a location. For a field of that name of its own, ask for a custom one (is_custom).',
  ],
  [
    { target_field: 'price', data_type: 'number', is_custom: true },
    'target_field',
    'Choose the target field Price instead of a custom one of that name.',
  ],
  [{ target_field: 'price' }, 'data_type', 'Price needs the data type number.'],
  [{ target_field: 'cost', data_type: 'date' }, 'data_type', 'Variant Cost needs the data type number.'],
  [
    { transformation_config: { prefix: 'x' } },
    'transformation_config',
    'A prefix and a suffix go with the transformation concat only.',
  ],
  [{ transformation_type: 'concat' }, 'transformation_config', 'Concat needs a prefix, a suffix or both.'],
  [
    {
      target_field: 'price',
      data_type: 'number',
      transformation_type: 'concat',
      transformation_config: { prefix: '$' },
    },
    'transformation_type',
    'Price is a number: it takes no prefix and no suffix.',
  ],
  [
    { target_field: 'shopify_id', transformation_type: 'lowercase' },
    'transformation_type',
    'Product ID must stay what it is in the table: choose none or concat.',
  ],
  [
    { target_field: 'shopify_id', default_value: '0' },
    'default_value',
    'Product ID takes no default value: rows without an id would become one product.',
  ],
  [
    { target_field: 'price', data_type: 'number', default_value: '1,50' },
    'default_value',
    'The default value must be a number, such as 19.90.',
  ],
  [
    { target_field: 'price', data_type: 'number', default_value: '-1' },
    'default_value',
    'The default value of Price must be at least 0.',
  ],
  [
    { target_field: 'inventory_quantity', data_type: 'number', default_value: '1.5' },
    'default_value',
    'The default value of Inventory quantity must be a whole number.',
  ],
  [
    { target_field: 'in_print', is_custom: true, data_type: 'boolean', default_value: 'yes' },
    'default_value',
    'The default value must be true or false.',
  ],
  [
    { target_field: 'season', is_custom: true, data_type: 'date', default_value: '2026-02-31' },
    'default_value',
    'The default value must be a date, such as 2026-01-31 or 2026-01-31T08:00:00Z.',
  ],
  [
    { target_field: 'season', is_custom: true, data_type: 'date', default_value: '31.01.2026' },
    'default_value',
    'The default value must be a date, such as 2026-01-31 or 2026-01-31T08:00:00Z.',
  ],
])('%j is refused at %s', (fields, path, message) => {
  expect(mappingProblems(draft(fields))).toEqual([{ path, message }]);
});

test('a target has its label, and a custom one its name', () => {
  expect(['cost', 'Size', 'constructor'].map(mappingTargetLabel)).toEqual([
    'Variant Cost',
    'Size',
    'constructor',
  ]);
  expect(mappingTargetKey(' Shoe - Size ')).toBe(mappingTargetKey('shoe_size'));
});

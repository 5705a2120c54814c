import { FieldMapping } from '@storefleet/contract/stores/mssql/mssql';
import { expect, test } from 'vitest';
import { blank } from '../../testing/builders/blank.ts';
import {
  blankMapping,
  fieldOf,
  formOf,
  isSameMapping,
  mappingRemarks,
  toMappingInput,
  withTarget,
} from './mapping-form.ts';

const mapping: FieldMapping = {
  ...blank(FieldMapping),
  source_field: 'item_no',
  target_field: 'sku',
  data_type: 'string',
  transformation_type: 'concat',
  transformation_config: { prefix: 'A-', suffix: '' },
};

test('a mapping round-trips through the form', () => {
  const { id: _id, store_id: _store, is_generated: _generated, ...input } = mapping;
  expect(toMappingInput(formOf(mapping))).toEqual(input);
  const custom = { ...input, target_field: 'Shelf', is_custom: true, transformation_type: 'none' as const };
  const form = formOf({ ...mapping, ...custom });
  expect(form).toMatchObject({ target_field: 'custom', custom_name: 'Shelf' });
  expect(toMappingInput(form)).toEqual({ ...custom, transformation_config: null });
  const stock = { ...custom, target_field: 'stock.Main street', is_custom: false };
  const stockForm = formOf({ ...mapping, ...stock });
  expect(stockForm).toMatchObject({ target_field: 'stock', location: 'Main street' });
  expect(toMappingInput(stockForm)).toEqual({ ...stock, transformation_config: null });
  const child_table = {
    name: 'dbo.Prices',
    key_columns: ['No', 'Year'],
    list_column: 'List',
    list_value: 'B2B',
  };
  expect(toMappingInput(formOf({ ...mapping, child_table }))).toMatchObject({ child_table });
});

test('source and target are required, and a custom target needs a name', () => {
  expect(mappingRemarks(blankMapping)).toEqual({
    source_field: 'Source field is required.',
    target_field: 'Target field is required.',
  });
  expect(mappingRemarks({ ...blankMapping, source_field: 'shelf', target_field: 'custom' })).toEqual({
    custom_name: 'A custom target field needs a name.',
  });
  const ofStock = withTarget({ ...blankMapping, source_field: 'OnHand' }, 'stock');
  expect(ofStock.data_type).toBe('number');
  expect(mappingRemarks(ofStock)).toEqual({ location: 'Name the location.' });
});

test('each error belongs to its input', () => {
  const values = { ...blankMapping, source_field: 'a', target_field: 'title' };
  expect(mappingRemarks({ ...values, transformation_type: 'concat' })).toEqual({
    prefix: 'Concat needs a prefix, a suffix or both.',
  });
  expect(mappingRemarks({ ...values, data_type: 'boolean', default_value: 'perhaps' })).toEqual({
    default_value: 'The default value must be true or false.',
  });
  expect(fieldOf('transformation_config.suffix', values)).toBe('suffix');
  expect(fieldOf('target_field', { ...values, target_field: 'custom' })).toBe('custom_name');
  expect(fieldOf('mappings', values)).toBeNull();
});

test('a price target sets a numeric data type, and another target resets it', () => {
  const price = withTarget(blankMapping, 'price');
  expect(price.data_type).toBe('number');
  expect(withTarget(price, 'weight').data_type).toBe('number');
  expect(withTarget(price, 'title').data_type).toBe('string');
  expect(withTarget({ ...blankMapping, data_type: 'date' }, 'title').data_type).toBe('date');
});

test('an unsent prefix makes no difference', () => {
  const values = { ...blankMapping, source_field: 'a', target_field: 'title' };
  expect(isSameMapping(values, { ...values, prefix: 'A-' })).toBe(true);
  expect(isSameMapping(values, { ...values, is_required: true })).toBe(false);
});

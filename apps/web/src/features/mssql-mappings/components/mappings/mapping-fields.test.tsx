import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { theme } from '../../../../app/theme.ts';
import { blankMapping } from '../../mapping-form.ts';
import { MappingFields } from './mapping-fields.tsx';

const choicesOf = (label: string) =>
  [...screen.getByRole<HTMLSelectElement>('combobox', { name: label }).options]
    .filter(({ disabled }) => !disabled)
    .map(({ value, text }) => `${value}: ${text}`);

test('a mapping fills one of the fields of a product, or a custom one', () => {
  render(
    <MantineProvider env="test" theme={theme}>
      <MappingFields
        values={blankMapping}
        remarks={{}}
        source={{ storeId: '', table: null, columns: null, mappings: [] }}
        edited={null}
        onChange={() => undefined}
      />
    </MantineProvider>,
  );
  expect(choicesOf('Target field')).toEqual([
    'shopify_id: Product ID',
    'title: Title',
    'description: Description',
    'product_type: Product type',
    'vendor: Vendor',
    'status: Status',
    'handle: Handle',
    'tags: Tags',
    'price: Price',
    'cost: Variant Cost',
    'sku: SKU',
    'barcode: Barcode',
    'inventory_quantity: Inventory quantity',
    'weight: Weight',
    'weight_unit: Weight unit',
    'custom: Custom',
  ]);
  expect(choicesOf('Data type')).toEqual([
    'string: string',
    'number: number',
    'boolean: boolean',
    'date: date',
  ]);
  expect(choicesOf('Transformation')).toEqual([
    'none: none',
    'uppercase: uppercase',
    'lowercase: lowercase',
    'trim: trim',
    'concat: concat',
  ]);
});

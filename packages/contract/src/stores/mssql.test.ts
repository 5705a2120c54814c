import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  FieldMappingInput,
  FieldMappingsCreate,
  MappingGeneration,
  MssqlConnectionTest,
  MssqlStoreCreate,
} from './mssql.ts';

const id = '0199a6a0-0000-7000-8000-000000000001';

function sentences(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

test('a SQL Server store names every required field', () => {
  expect(sentences(MssqlStoreCreate, { mssql_port: 'x' })).toEqual([
    'Store name is required.',
    'Store identifier is required.',
    'Server is required.',
    'Database is required.',
    'Table is required.',
    'Username is required.',
    'Password is required.',
    'Port must be a number from 1 to 65535.',
  ]);
});

test('a connection test needs the single fields, a connection string or a store', () => {
  expect(MssqlConnectionTest.safeParse({ connection_string: 'Server=db' }).success).toBe(true);
  expect(MssqlConnectionTest.safeParse({ store_id: id }).success).toBe(true);
  expect(sentences(MssqlConnectionTest, { server: 'db', database: 'shop' })).toEqual([
    'Username is required.',
    'Password is required.',
  ]);
});

test.each([
  ['WHERE Active = 1', 'Active = 1'],
  [' where(Active = 1) ', '(Active = 1)'],
  ['where', null],
  ['Where_Used = 1', 'Where_Used = 1'],
  ['', null],
  [undefined, undefined],
])('the where clause %j is the condition %j', (typed, condition) => {
  expect(MssqlConnectionTest.parse({ store_id: id, where_clause: typed }).where_clause).toBe(condition);
});

test('a mapping starts as a string without transformation, and a custom target needs a name', () => {
  expect(FieldMappingInput.parse({ source_field: 'ItemNo', target_field: 'sku' })).toEqual({
    source_field: 'ItemNo',
    target_field: 'sku',
    is_custom: false,
    data_type: 'string',
    is_required: false,
    transformation_type: 'none',
  });
  expect(
    FieldMappingInput.safeParse({ source_field: 'Size', target_field: 'shoe_size', is_custom: true }).success,
  ).toBe(true);
  expect(sentences(FieldMappingInput, { source_field: 'Size', target_field: 'custom' })).toEqual([
    'A custom target field needs a name.',
  ]);
});

test('a mapping that breaks a rule is refused at the field, in a list at its place', () => {
  const price = { source_field: 'Price', target_field: 'price' };
  const list = { store_id: id, mappings: [{ ...price, data_type: 'number' }, price] };
  const issues = FieldMappingsCreate.safeParse(list).error?.issues ?? [];
  expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['mappings.1.data_type', 'Price needs the data type number.'],
  ]);
});

test('a password is kept as it was typed, and one of blanks alone is none', () => {
  const test = { server: 'db', database: 'shop', username: 'sa' };
  expect(MssqlConnectionTest.parse({ ...test, password: ' p w ' }).password).toBe(' p w ');
  expect(sentences(MssqlConnectionTest, { ...test, password: '  ' })).toEqual(['Password is required.']);
});

test('generating defaults needs a table, in the words of the specification', () => {
  expect(sentences(MappingGeneration, { store_id: id, table_name: '' })).toEqual([
    'Please select a table first',
  ]);
});

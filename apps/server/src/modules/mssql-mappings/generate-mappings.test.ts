import { FieldMappingInput } from '@storefleet/contract/stores/mssql';
import { describe, expect, it } from 'vitest';
import { type GenerationTable, generateMappings } from './generate-mappings.ts';
import { knownSystems } from './testing/known-systems.ts';
import { traits } from './testing/traits.ts';

/**
 * A table in short: its columns by commas, each a name and a type. `*` marks the primary key, `?` a column that may be
 * NULL; a name with blanks stands in brackets.
 */
function table(text: string): GenerationTable {
  const columns = text.split(',').map((part) => {
    const [, bracketed, plain, type = '', key, nullable] =
      /^\s*(?:\[([^\]]*)\]|(\S+?))\s+(\w+)(\*)?(\?)?\s*$/.exec(part) ?? [];
    const name = bracketed ?? plain ?? '';
    return { name, type, nullable: nullable !== undefined, isKey: key !== undefined };
  });
  return { columns, primaryKey: columns.filter(({ isKey }) => isKey).map(({ name }) => name) };
}

function placedIn(
  text: string,
  existing: Parameters<typeof generateMappings>[1] = [],
): Record<string, string> {
  const { mappings } = generateMappings(table(text), existing);
  return Object.fromEntries(mappings.map((mapping) => [mapping.target_field, mapping.source_field]));
}

const cases = [...traits, ...knownSystems];

it.each(cases)('finds its way in %s', (_system, columns, expected) => {
  expect(placedIn(columns)).toEqual(expected);
});

it.each(cases)(
  'gives each target of %s one column, and what it makes keeps to the rules',
  (_system, columns) => {
    const { mappings, unplacedColumns } = generateMappings(table(columns), []);
    const targets = mappings.map(({ target_field }) => target_field);
    expect(new Set(targets).size).toBe(targets.length);
    for (const mapping of mappings) expect(FieldMappingInput.parse(mapping)).toEqual(mapping);
    const placed = new Set(mappings.map(({ source_field }) => source_field));
    const all = table(columns).columns.map(({ name }) => name);
    expect(unplacedColumns).toEqual(all.filter((name) => !placed.has(name)));
  },
);

describe('what is mapped already', () => {
  const columns = 'ProductID int*, item_no varchar, sku varchar, name nvarchar, upc varchar, price money';

  it('stays: neither its target nor its column is taken again', () => {
    const existing = [
      { source_field: 'NAME', target_field: 'description' },
      { source_field: 'item_no', target_field: 'sku' },
      { source_field: 'gone', target_field: 'price' },
    ];
    const { mappings, unplacedColumns } = generateMappings(table(columns), existing);
    expect(mappings.map(({ source_field, target_field }) => [source_field, target_field])).toEqual([
      ['ProductID', 'shopify_id'],
      ['upc', 'barcode'],
    ]);
    expect(unplacedColumns).toEqual(['sku', 'price']);
  });

  it('leaves nothing to do the second time', () => {
    const first = generateMappings(table(columns), []);
    expect(generateMappings(table(columns), first.mappings).mappings).toEqual([]);
  });
});

it('reads amounts as numbers and keeps codes as text, zeros in front included', () => {
  const { mappings } = generateMappings(
    table('id int*, name nvarchar, ean bigint, price money, qty int'),
    [],
  );
  const types = Object.fromEntries(mappings.map(({ target_field, data_type }) => [target_field, data_type]));
  expect(types).toEqual({
    shopify_id: 'string',
    title: 'string',
    barcode: 'string',
    price: 'number',
    inventory_quantity: 'number',
  });
});

it('makes a title and a Product ID required', () => {
  const { mappings } = generateMappings(table('ProductID int*, name nvarchar, sku varchar'), []);
  expect(mappings.map(({ target_field, is_required }) => [target_field, is_required])).toEqual([
    ['shopify_id', true],
    ['title', true],
    ['sku', false],
  ]);
});

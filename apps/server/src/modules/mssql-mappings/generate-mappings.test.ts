import { FieldMappingInput } from '@storefleet/contract/stores/mssql/mssql';
import { expect, it } from 'vitest';
import { type GenerationTable, generateMappings } from './generate-mappings.ts';
import { tablesOfSystems, tablesWithTraits } from './testing/known-tables.ts';

type Table = GenerationTable & { readonly expected: Readonly<Record<string, string>> };

/**
 * A table in short: columns separated by commas, each a name and a type, and after `>` the target it should
 * fill. `*` marks the primary key, `?` a column that may be NULL; a name with spaces is in brackets.
 */
function table(text: string): Table {
  const columns = text.split(',').map((part) => {
    const [, bracketed, plain, type = '', key, nullable, targets] =
      /^\s*(?:\[([^\]]*)\]|(\S+?))\s+(\w+)(\*)?(\?)?(?: > (.+?))?\s*$/.exec(part) ?? [];
    const name = bracketed ?? plain ?? '';
    return { name, type, nullable: nullable !== undefined, isKey: key !== undefined, targets };
  });
  return {
    columns,
    primaryKey: columns.filter(({ isKey }) => isKey).map(({ name }) => name),
    expected: Object.fromEntries(
      columns.flatMap(({ name, targets }) => targets?.split(' & ').map((target) => [target, name]) ?? []),
    ),
  };
}

const known = [...`${tablesOfSystems}${tablesWithTraits}`.matchAll(/^(\S.*):\n((?: .*\n)+)/gm)].map(
  ([, name = '', columns = '']) => [name, columns] as const,
);

it.each(known)('maps %s, one column per target', (_name, text) => {
  const { expected, ...described } = table(text);
  const { mappings, unplacedColumns } = generateMappings(described, []);
  expect(mappings).toHaveLength(Object.keys(expected).length);
  expect(Object.fromEntries(mappings.map((each) => [each.target_field, each.source_field]))).toEqual(
    expected,
  );
  for (const mapping of mappings) expect(FieldMappingInput.parse(mapping)).toEqual(mapping);
  const placed = Object.values(expected);
  const all = described.columns.map(({ name }) => name);
  expect(unplacedColumns).toEqual(all.filter((name) => !placed.includes(name)));
});

it('keeps existing mappings: neither their targets nor their columns are used again', () => {
  const columns = table(
    'ProductID int*, item_no varchar, sku varchar, name nvarchar, upc varchar, price money',
  );
  const existing = [
    { source_field: 'NAME', target_field: 'description' },
    { source_field: 'item_no', target_field: 'sku' },
    { source_field: 'gone', target_field: 'price' },
  ];
  const { mappings, unplacedColumns } = generateMappings(columns, existing);
  expect(mappings.map(({ source_field, target_field }) => [source_field, target_field])).toEqual([
    ['ProductID', 'shopify_id'],
    ['upc', 'barcode'],
  ]);
  expect(unplacedColumns).toEqual(['sku', 'price']);
});

it('reads amounts as numbers and codes as text, and requires a title and a Product ID', () => {
  const { mappings } = generateMappings(
    table('id int*, name nvarchar, ean bigint, price money, qty int'),
    [],
  );
  expect(mappings.map((each) => [each.target_field, each.data_type, each.is_required]).sort()).toEqual([
    ['barcode', 'string', false],
    ['inventory_quantity', 'number', false],
    ['price', 'number', false],
    ['shopify_id', 'string', true],
    ['title', 'string', true],
  ]);
});

import { describe, expect, it } from 'vitest';
import { SourceError } from '../../source-error.ts';
import type { Mapping } from '../mapping/field-mapping.ts';
import { column, mapping, planOf, table, title } from '../testing/builders.ts';
import { editPlanOf } from '../write/edit-values.ts';
import { planTable } from './catalogue-plan.ts';

const columns = [
  column('ArticleID', 'int', { nullable: false }),
  column('StyleNo', 'nvarchar'),
  column('Name', 'nvarchar'),
  column('Price', 'decimal'),
  column('Photo', 'varbinary'),
  column('Notes', 'ntext'),
];
const keyed = table(columns, { primaryKey: ['ArticleID'] });
const keyless = table(columns);

function problem(info: typeof keyed, ...mappings: Mapping[]): string {
  try {
    planOf(info, ...mappings);
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'rejected' && !error.retryable) return error.message;
    throw error;
  }
  throw new Error('The table can be read.');
}

it.each([
  [[], 'No column of dbo.Articles is mapped yet. Add field mappings, or generate the default ones.'],
  [
    [mapping('Price', 'price')],
    'No column of dbo.Articles is mapped to Title, which every product needs. Add that mapping.',
  ],
  [
    [title, mapping('Cost', 'price')],
    'The column “Cost” is mapped to Price but is not in dbo.Articles any more. Map another column, or delete this mapping.',
  ],
  [
    [title, mapping('Photo', 'picture')],
    'The column “Photo” is mapped to “picture”, but its type varbinary(50) holds no text, number or date. Map another column.',
  ],
  [
    [title, mapping('StyleNo', 'title')],
    'Title is mapped from “Name” and from “StyleNo”. Delete one of the two mappings.',
  ],
  [
    [title, mapping('Price', 'price', { default_value: 'free' })],
    'The default value “free” of Price is not a number, and Price has to be one.',
  ],
  [
    [title, mapping('StyleNo', 'shopify_id', { transformation_type: 'uppercase' })],
    'Product ID must not be transformed with uppercase: two products could become one. Choose none or concat.',
  ],
  [
    [title, mapping('StyleNo', 'shopify_id', { default_value: 'x' })],
    'Product ID must not have a default value: all rows without an id would become one product. Take it out of the mapping.',
  ],
  [
    [title, mapping('Notes', 'shopify_id')],
    'The column “Notes” of the type ntext cannot be Product ID: SQL Server cannot compare it. Map another column.',
  ],
])('cannot be read with %j, and says why', (mappings, sentence) => {
  expect(problem(keyed, ...mappings)).toBe(sentence);
});

describe('products', () => {
  it('are rows by primary key, or groups of rows by product id', () => {
    expect(planOf(keyed, title)).toMatchObject({ isGrouped: false, productId: null, readOnlyBecause: null });
    expect(planOf(keyed, title, mapping('ArticleID', 'shopify_id')).isGrouped).toBe(false);
    expect(planOf(keyed, title, mapping('StyleNo', 'shopify_id')).isGrouped).toBe(true);
    expect(
      planOf(
        table(columns, { primaryKey: ['StyleNo', 'ArticleID'] }),
        title,
        mapping('StyleNo', 'shopify_id'),
      ).isGrouped,
    ).toBe(true);
  });

  it('are read-only without a readable primary key', () => {
    const id = mapping('StyleNo', 'shopify_id');
    expect(problem(keyless, title)).toBe(
      'dbo.Articles has no primary key. Map the column that tells its products apart to Product ID.',
    );
    expect(planOf(keyless, title, id).readOnlyBecause).toBe(
      'dbo.Articles has no primary key. Its rows can be read, not edited.',
    );
    expect(planOf(table(columns, { primaryKey: ['Photo'] }), title, id).readOnlyBecause).toBe(
      'The primary key of dbo.Articles holds a column that is no text, number or date. Its rows can be read, not edited.',
    );
  });
});

it('match a column by its exact name, else in any case', () => {
  expect(planOf(keyed, mapping('NAME', 'title')).fields[0]?.column.name).toBe('Name');
  const both = table([...columns, column('name', 'nvarchar')], { primaryKey: ['ArticleID'] });
  expect(planOf(both, mapping('name', 'title')).fields[0]?.column.name).toBe('name');
  expect(problem(both, mapping('NAME', 'title'))).toContain('is not in dbo.Articles any more');
});

it.each([
  [{ readOnlyIntent: true }, {}, 'The connection string says ApplicationIntent=ReadOnly'],
  [{}, { mayUpdate: false }, 'The user storefleet lacks the permission UPDATE on dbo.Articles'],
])('is read-only as a whole with %j and columns with %j', (ofTable, ofColumns, sentence) => {
  const locked = columns.map((each) => ({ ...each, ...ofColumns }));
  const found = planOf(table(locked, { primaryKey: ['ArticleID'], ...ofTable }), title);
  expect(found.readOnlyBecause).toContain(sentence);
  expect(found.readOnlyBecause).toContain('rows can be read, not edited');
});

it('lock exactly the columns that the user may not update', () => {
  const lockedPrice = columns.map((each) => (each.name === 'Price' ? { ...each, mayUpdate: false } : each));
  const found = planOf(table(lockedPrice, { primaryKey: ['ArticleID'] }), title, mapping('Price', 'price'));
  const editing = editPlanOf(found);
  expect([found.readOnlyBecause, [...editing.attributes.keys()]]).toEqual([null, ['title']]);
  expect(editing.refusalOf('price')).toBe(
    'Price can be read, not edited: the user storefleet lacks the permission UPDATE on the column “Price”.',
  );
});

it('have a plan that depends on table, where clause and mappings, but not on their order', () => {
  const price = mapping('Price', 'price');
  const { fingerprint } = planOf(keyed, title, price);
  expect(planOf(keyed, price, title).fingerprint).toBe(fingerprint);
  const others = [
    planOf({ ...keyed, name: 'Other' }, title, price),
    planTable(keyed, { condition: '[Price] > 1', mappings: [title, price] }),
    planOf(keyed, title),
    planOf(keyed, title, mapping('Price', 'cost')),
    planOf(keyed, title, { ...price, default_value: '0' }),
    planOf(keyed, title, { ...price, transformation_type: 'concat', transformation_config: { prefix: '1' } }),
    planOf({ ...keyed, primaryKey: ['StyleNo'] }, title, price),
  ].map((other) => other.fingerprint);
  expect(new Set([fingerprint, ...others]).size).toBe(others.length + 1);
});

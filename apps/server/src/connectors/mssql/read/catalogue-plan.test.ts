import { describe, expect, it } from 'vitest';
import { SourceError } from '../../connector.ts';
import type { Mapping } from '../client/settings.ts';
import { column, mapping, table } from '../testing/builders.ts';
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
const title = mapping('Name', 'title');

const plan = (info: typeof keyed, ...mappings: Mapping[]) => planTable(info, { condition: null, mappings });
function problem(info: typeof keyed, ...mappings: Mapping[]): string {
  try {
    plan(info, ...mappings);
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'rejected' && !error.retryable) return error.message;
    throw error;
  }
  throw new Error('The table can be read.');
}

describe('what keeps a table from being read', () => {
  it('is told in one sentence each', () => {
    expect(problem(keyed)).toBe(
      'No column of dbo.Articles is mapped yet. Add field mappings, or generate the default ones.',
    );
    expect(problem(keyed, mapping('Price', 'price'))).toBe(
      'No column of dbo.Articles is mapped to Title, which every product needs. Add that mapping.',
    );
    expect(problem(keyed, title, mapping('Cost', 'price'))).toBe(
      'The column “Cost” is mapped to Price but is not in dbo.Articles any more. Map another column, or delete this mapping.',
    );
    expect(problem(keyed, title, mapping('Photo', 'picture'))).toBe(
      'The column “Photo” is mapped to “picture”, but its type varbinary(50) holds no text, number or date. Map another column.',
    );
    expect(problem(keyed, title, mapping('StyleNo', 'title'))).toBe(
      'Title is mapped from “Name” and from “StyleNo”. Delete one of the two mappings.',
    );
    expect(problem(keyed, title, mapping('Price', 'price', { default_value: 'free' }))).toBe(
      'The default value “free” of Price is not a number, and Price has to be one.',
    );
    expect(problem(keyless, title)).toBe(
      'dbo.Articles has no primary key. Map the column that tells its products apart to Product ID.',
    );
  });

  it('is a product id that could make two products one', () => {
    expect(
      problem(keyed, title, mapping('StyleNo', 'shopify_id', { transformation_type: 'uppercase' })),
    ).toContain('two products could become one');
    expect(problem(keyed, title, mapping('StyleNo', 'shopify_id', { default_value: 'x' }))).toContain(
      'all rows without an id would become one product',
    );
    expect(problem(keyed, title, mapping('Notes', 'shopify_id'))).toContain('SQL Server cannot compare it');
  });
});

describe('products', () => {
  it('are rows by their primary key, or groups of rows by their product id', () => {
    expect(plan(keyed, title)).toMatchObject({ isGrouped: false, productId: null, readOnlyBecause: null });
    expect(plan(keyed, title, mapping('ArticleID', 'shopify_id')).isGrouped).toBe(false);
    expect(plan(keyed, title, mapping('StyleNo', 'shopify_id')).isGrouped).toBe(true);
    expect(
      plan(table(columns, { primaryKey: ['StyleNo', 'ArticleID'] }), title, mapping('StyleNo', 'shopify_id'))
        .isGrouped,
    ).toBe(true);
  });

  it('without a primary key that can be read, can be read and not edited', () => {
    const id = mapping('StyleNo', 'shopify_id');
    expect(plan(keyless, title, id).readOnlyBecause).toBe(
      'dbo.Articles has no primary key. Its rows can be read, not edited.',
    );
    expect(plan(table(columns, { primaryKey: ['Photo'] }), title, id).readOnlyBecause).toBe(
      'The primary key of dbo.Articles holds a column that is no text, number or date. Its rows can be read, not edited.',
    );
  });
});

it('finds a column by its very name, else whatever the case', () => {
  expect(plan(keyed, mapping('NAME', 'title')).fields[0]?.column.name).toBe('Name');
  const both = table([...columns, column('name', 'nvarchar')], { primaryKey: ['ArticleID'] });
  expect(plan(both, mapping('name', 'title')).fields[0]?.column.name).toBe('name');
  expect(problem(both, mapping('NAME', 'title'))).toContain('is not in dbo.Articles any more');
});

it.each([
  [{ readOnlyIntent: true }, {}, 'The connection string says ApplicationIntent=ReadOnly'],
  [{}, { mayUpdate: false }, 'The user storefleet lacks the permission UPDATE on dbo.Articles'],
])('is read-only as a whole with %j and columns with %j', (ofTable, ofColumns, sentence) => {
  const locked = columns.map((each) => ({ ...each, ...ofColumns }));
  const found = plan(table(locked, { primaryKey: ['ArticleID'], ...ofTable }), title);
  expect(found.readOnlyBecause).toContain(sentence);
  expect(found.readOnlyBecause).toContain('rows can be read, not edited');
});

it('locks a column that the user may not update, and no other', () => {
  const lockedPrice = columns.map((each) => (each.name === 'Price' ? { ...each, mayUpdate: false } : each));
  const found = plan(table(lockedPrice, { primaryKey: ['ArticleID'] }), title, mapping('Price', 'price'));
  const editing = editPlanOf(found);
  expect([found.readOnlyBecause, [...editing.attributes.keys()]]).toEqual([null, ['title']]);
  expect(editing.refusalOf('price')).toBe(
    'Price can be read, not edited: the user storefleet lacks the permission UPDATE on the column “Price”.',
  );
});

it('is another plan by table, where clause and mappings, and not by their order', () => {
  const price = mapping('Price', 'price');
  const { fingerprint } = plan(keyed, title, price);
  expect(plan(keyed, price, title).fingerprint).toBe(fingerprint);
  const others = [
    plan({ ...keyed, name: 'Other' }, title, price),
    planTable(keyed, { condition: '[Price] > 1', mappings: [title, price] }),
    plan(keyed, title),
    plan(keyed, title, mapping('Price', 'cost')),
    plan(keyed, title, { ...price, default_value: '0' }),
    plan(keyed, title, { ...price, transformation_type: 'concat', transformation_config: { prefix: '1' } }),
    plan({ ...keyed, primaryKey: ['StyleNo'] }, title, price),
  ].map((other) => other.fingerprint);
  expect(new Set([fingerprint, ...others]).size).toBe(others.length + 1);
});

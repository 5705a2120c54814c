import { expect, it } from 'vitest';
import { column, mapping, table } from '../testing/builders.ts';
import { planTable } from './catalogue-plan.ts';
import { compareRows } from './row-reader.ts';

it('has one order for keys of numbers and letters, in whatever order they were read', () => {
  const plan = planTable(
    table([column('No', 'nvarchar'), column('Name', 'nvarchar')], { primaryKey: ['No'] }),
    {
      condition: null,
      mappings: [mapping('Name', 'title')],
    },
  );
  const orders = [
    ['10', '1a', '2'],
    ['1a', '2', '10'],
    ['2', '10', '1a'],
  ].map((keys) => keys.map((key) => [key, 'Shirt']).sort(compareRows(plan)));
  expect(orders.map((rows) => rows.map(([key]) => key))).toEqual(Array(3).fill(['2', '10', '1a']));
});

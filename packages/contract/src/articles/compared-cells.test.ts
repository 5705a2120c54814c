import { expect, test } from 'vitest';
import type { CompareRow } from './compare.ts';
import { comparedCell } from './compared-cells.ts';

const row = (prices: Record<string, string | null>, differs = true): CompareRow => ({
  key: 's:cap-1',
  code: 'CAP-1',
  title: 'Cap',
  differs: differs ? ['price'] : [],
  apart: {},
  missing_in: [],
  conflicts: [],
  cells: Object.entries(prices).map(([store, price]) => ({
    store_id: store.slice(0, 1),
    variant_id: store,
    product_id: `product of ${store}`,
    product_title: 'Cap',
    variant_title: 'Default Title',
    values: { price },
    deviations: store === 'a' ? [{ rule_id: 'r', attribute: 'price', expected: '11.00' }] : [],
  })),
});
const lit = (compared: CompareRow) =>
  ['a', 'b', 'c'].filter((store) => {
    const cell = comparedCell(compared, store, 'price');
    return cell.kind === 'held' && cell.differs;
  });

test.each([
  ['the one that is not like the others', row({ a: '10', b: '10', c: '12' }), ['c']],
  ['an empty one', row({ a: '10', b: null, c: '10' }), ['b']],
  ['all where none is common', row({ a: '10', b: '12' }), ['a', 'b']],
  ['none where they agree', row({ a: '10', b: '10.00' }, false), []],
])('marks %s', (_, compared, stores) => {
  expect(lit(compared)).toEqual(stores);
});

test('says what a rule expects, what is missing and what is there twice', () => {
  const compared = row({ a: '10', b: '10', b2: '11' });
  expect(comparedCell(compared, 'a', 'price')).toMatchObject({ expected: '11.00', others: 0 });
  expect(comparedCell(compared, 'b', 'price')).toMatchObject({ expected: undefined, others: 1 });
  expect(comparedCell(compared, 'c', 'price')).toEqual({ kind: 'missing' });
});

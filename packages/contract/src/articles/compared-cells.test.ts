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
const inEuros = () => 'EUR';
const cInYen = (store: string) => (store === 'c' ? 'JPY' : 'EUR');
const lit = (compared: CompareRow, currencyOf: (store: string) => string) =>
  ['a', 'b', 'c'].filter((store) => {
    const cell = comparedCell(compared, store, 'price', currencyOf);
    return cell.kind === 'held' && cell.differs;
  });

test.each([
  ['the one that is not like the others', row({ a: '10', b: '10', c: '12' }), ['c'], inEuros],
  ['an empty one', row({ a: '10', b: null, c: '10' }), ['b'], inEuros],
  ['all where none is common', row({ a: '10', b: '12' }), ['a', 'b'], inEuros],
  ['no amount for another currency', row({ a: '10', b: '12', c: '1500' }), ['a', 'b'], cInYen],
  ['no value as common in another currency', row({ a: '10', b: '12', c: '10' }), ['a', 'b'], cInYen],
  ['none where they agree', row({ a: '10', b: '10.00' }, false), [], inEuros],
])('marks %s', (_, compared, stores, currencyOf) => {
  expect(lit(compared, currencyOf)).toEqual(stores);
});

test('says what a rule expects, and what is missing or duplicated', () => {
  const compared = row({ a: '10', b: '10', b2: '11' });
  expect(comparedCell(compared, 'a', 'price', inEuros)).toMatchObject({ expected: '11.00', others: 0 });
  expect(comparedCell(compared, 'b', 'price', inEuros)).toMatchObject({ expected: undefined, others: 1 });
  expect(comparedCell(compared, 'c', 'price', inEuros)).toEqual({ kind: 'missing' });
});

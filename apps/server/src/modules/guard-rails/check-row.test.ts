import type { GuardRailRule } from '@storefleet/contract/edits/guard-rails';
import { expect, it } from 'vitest';
import { brokenBy, type CheckedRow } from './check-row.ts';

const STORE = 'a-store';
const margin = (percent: number): GuardRailRule => ({ kind: 'min_margin', percent });
const move = (percent: number, direction: 'any' | 'up' | 'down' = 'any'): GuardRailRule => ({
  kind: 'max_move',
  attribute: 'price',
  direction,
  percent,
});
const limit = (kind: 'floor' | 'ceiling', amount: string, currency = 'CHF'): GuardRailRule => ({
  kind,
  attribute: 'price',
  amount,
  currency,
});
const ending = (...endings: string[]): GuardRailRule => ({ kind: 'ending', attribute: 'price', endings });
const onList = (from: string | null, to: string | null) => ({ 'list_price.Europe': { old: from, new: to } });
const onHomeList = (from: string | null, to: string | null) => ({
  'list_price.Home': { old: from, new: to },
});
const price = (from: string | null, to: string | null) => ({ price: { old: from, new: to } });

type Case = [rule: GuardRailRule, changes: CheckedRow['changes'], held: object, complaint: string | null];
const complaints: Case[] = [
  [margin(20), price('12.00', '10.00'), { cost: '8.00' }, null],
  [margin(20), price('12.00', '9.99'), { cost: '8.00' }, 'Margin becomes 19.9%; at least 20% is required.'],
  [
    margin(20),
    { cost: { old: '8.00', new: '8.01' } },
    { price: '10.00' },
    'Margin becomes 19.9%; at least 20% is required.',
  ],
  [margin(20), price('12.00', '0.00'), { cost: '8.00' }, 'Price becomes 0.00, below the cost of 8.00.'],
  [margin(20), price('12.00', '1.00'), { cost: null }, null],
  [margin(20), { title: { old: 'Cap', new: 'Hat' } }, { price: '1.00', cost: '8.00' }, null],
  [move(20), price('10.00', '12.00'), {}, null],
  [move(20), price('10.00', '12.01'), {}, 'Price rises by 20.1%; at most 20% is allowed.'],
  [move(20), price('10.00', '7.99'), {}, 'Price falls by 20.1%; at most 20% is allowed.'],
  [move(20, 'down'), price('10.00', '99.00'), {}, null],
  [move(20, 'up'), price('10.00', '0.01'), {}, null],
  [move(20), price('0.00', '99.00'), {}, null],
  [move(20), price(null, '99.00'), {}, null],
  [limit('floor', '19.90'), price('25.00', '19.9'), {}, null],
  [
    limit('floor', '19.90'),
    price('25.00', '19.89'),
    {},
    'Price becomes 19.89; at least 19.90 CHF is allowed.',
  ],
  [limit('floor', '19.90', 'EUR'), price('25.00', '1.00'), {}, null],
  [
    limit('ceiling', '19.90'),
    price('15.00', '20.00'),
    {},
    'Price becomes 20.00; at most 19.90 CHF is allowed.',
  ],
  [ending('.99', '.95'), price('15.00', '20.95'), {}, null],
  [
    ending('.99', '.95'),
    price('15.00', '20.90'),
    {},
    'Price becomes 20.90, which does not end with .99 or .95.',
  ],
  // A value just over the limit is never displayed as the limit itself.
  [margin(20), price('12.00', '9.999'), { cost: '8.00' }, 'Margin becomes 19.99%; at least 20% is required.'],
  [move(20), price('1000.00', '799.99'), {}, 'Price falls by 20.001%; at most 20% is allowed.'],
  [ending('.9'), price('15.00', '20.90'), {}, null],
  [ending('.90'), price('15.00', '20.99'), {}, 'Price becomes 20.99, which does not end with .90.'],
  // Fixed prices on a price list, in its own currency.
  [move(20), onList('10.00', '12.01'), {}, 'Price (Europe) rises by 20.1%; at most 20% is allowed.'],
  [move(20), onList(null, '12.01'), {}, null],
  [
    limit('floor', '19.90', 'EUR'),
    onList('25.00', '19.89'),
    {},
    'Price (Europe) becomes 19.89; at least 19.90 EUR is allowed.',
  ],
  [limit('floor', '19.90', 'EUR'), onList('25.00', null), {}, null],
  [limit('floor', '19.90'), onList('25.00', '1.00'), {}, null],
  [
    limit('ceiling', '19.90', 'EUR'),
    { ...price('10.00', '99.00'), ...onList('10.00', '20.00') },
    {},
    'Price (Europe) becomes 20.00; at most 19.90 EUR is allowed.',
  ],
  [ending('.99'), onList('15.00', '20.90'), {}, 'Price (Europe) becomes 20.90, which does not end with .99.'],
  // Margins of fixed prices, on lists in the currency of the cost.
  [margin(20), onList('12.00', '9.99'), { cost: '8.00' }, null],
  [margin(20), onHomeList('12.00', '10.00'), { cost: '8.00' }, null],
  [
    margin(20),
    onHomeList('12.00', '9.99'),
    { cost: '8.00' },
    'Margin of Price (Home) becomes 19.9%; at least 20% is required.',
  ],
  [margin(20), onHomeList('12.00', '0'), { cost: '8.00' }, 'Price (Home) becomes 0, below the cost of 8.00.'],
  [margin(20), onHomeList('9.00', null), { cost: '8.00' }, null],
  [
    margin(20),
    { cost: { old: '7.00', new: '8.00' } },
    { price: '20.00', list_prices: { 'list_price.Europe': '1.00', 'list_price.Home': '9.00' } },
    'Margin of Price (Home) becomes 11.1%; at least 20% is required.',
  ],
  [
    margin(20),
    { cost: { old: '7.00', new: '8.00' }, ...onHomeList('9.00', '20.00') },
    { price: '20.00', list_prices: { 'list_price.Home': '9.00', 'list_compare_at_price.Home': '1.00' } },
    null,
  ],
  [move(20), { 'list_compare_at_price.Europe': { old: '10.00', new: '99.00' } }, {}, null],
];

const nobody = { store_ids: [], vendors: [], product_types: [], tags: [] };
const rowOf = (changes: CheckedRow['changes'], held: object = {}): CheckedRow => ({
  storeId: STORE,
  currencyOf: (attribute) => (attribute.endsWith('.Europe') ? 'EUR' : 'CHF'),
  changes,
  product: { vendor: 'Quarry Lane', product_type: 'Caps', tags: ['clearance'] },
  variant: { price: null, cost: null, ...held },
});
const ruleOf = (rule: GuardRailRule, scope: object = {}) => ({
  id: 'a-rule',
  title: 'A rule',
  effect: 'block' as const,
  rule,
  scope: { ...nobody, ...scope },
});

it.each(complaints)('%j on %j with %j', (rule, changes, held, complaint) => {
  const broken = brokenBy([ruleOf(rule)], rowOf(changes, held));
  expect(broken.map(({ message }) => message)).toEqual(complaint === null ? [] : [complaint]);
});

it('adapts price endings to currencies without decimals', () => {
  const inYen = (to: string) => ({ ...rowOf(price('1500.00', to)), currencyOf: () => 'JPY' });
  const complaintAbout = (to: string) => brokenBy([ruleOf(ending('80', '900'))], inYen(to))[0]?.message;
  expect(['1980.00', '2900.00'].map(complaintAbout)).toEqual([undefined, undefined]);
  expect(complaintAbout('1990.00')).toBe('Price becomes 1990, which does not end with 80 or 900.');
  expect(brokenBy([ruleOf(ending('.99', '.95'))], inYen('1990.00'))).toEqual([]);
});

it.each([
  ['its store', { store_ids: [STORE, 'another'] }, true],
  ['another store', { store_ids: ['another'] }, false],
  ['its vendor in other letters', { vendors: ['quarry lane'] }, true],
  ['another vendor', { vendors: ['Atlas'] }, false],
  ['one of its tags', { tags: ['sale', 'Clearance'] }, true],
  ['its vendor, and another type', { vendors: ['Quarry Lane'], product_types: ['Hats'] }, false],
])('applies to %s: %j', (_what, scope, holds) => {
  expect(brokenBy([ruleOf(ending('.99'), scope)], rowOf(price('1.00', '2.00')))).toHaveLength(holds ? 1 : 0);
});

it('applies to the vendor a row leaves, and to the one it gets', () => {
  const changes = { ...price('1.00', '2.00'), vendor: { old: 'Quarry Lane', new: 'Atlas' } };
  for (const vendor of ['Quarry Lane', 'Atlas'])
    expect(brokenBy([ruleOf(ending('.99'), { vendors: [vendor] })], rowOf(changes))).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { buildProduct } from '../../testing/builders/build-product.ts';
import { type Field, keyOf, withValues } from './fields.ts';
import {
  changesOf,
  createDraft,
  goneEdits,
  hasUnsaved,
  invalidFields,
  keepMine,
  type Outcome,
  rebase,
  settle,
  takeTheirs,
  textIn,
  typeText,
} from './product-draft.ts';

const product = buildProduct();
const RED = product.variants[0]?.id ?? '';
const price: Field = { owner: RED, attribute: 'price' };
const sku: Field = { owner: RED, attribute: 'sku' };
const vendor: Field = { owner: 'product', attribute: 'vendor' };

const report = (...outcomes: [Field, Outcome][]) => ({
  outcomes: new Map(outcomes.map(([field, outcome]) => [keyOf(field), outcome])),
  ownerRefusals: new Map(),
});

test('a difference is a change with its basis; the same amount in another format is not', () => {
  let draft = typeText(createDraft(product), price, '12.5');
  draft = typeText(draft, vendor, 'Milliners');
  expect(changesOf(draft)).toEqual([
    { ...price, from: '10.00', to: '12.50' },
    { ...vendor, from: 'Hatters', to: 'Milliners' },
  ]);
  draft = typeText(draft, price, '10.0');
  expect(changesOf(draft).map(({ attribute }) => attribute)).toEqual(['vendor']);
  draft = typeText(draft, vendor, 'Hatters');
  expect(hasUnsaved(draft)).toBe(false);
  expect(textIn(draft, price)).toBe('10.0');
});

test('an invalid value is not sent, and keeps its text', () => {
  const draft = typeText(createDraft(product), price, '12,5');
  expect(changesOf(draft)).toEqual([]);
  expect(invalidFields(draft)).toMatchObject([{ ...price, typed: '12,5' }]);
  expect(hasUnsaved(draft)).toBe(true);
});

test('untouched values follow the store; edited ones stay as conflicts', () => {
  const typed = typeText(createDraft(product), price, '12.00');
  const now = withValues(product, [
    { ...price, value: '11.00' },
    { ...sku, value: 'NEW' },
  ]);
  const draft = rebase(typed, now);
  expect(textIn(draft, sku)).toBe('NEW');
  expect(textIn(draft, price)).toBe('12.00');
  expect(draft.conflicts.get(keyOf(price))).toEqual({ seen: '10.00', current: '11.00' });

  expect(changesOf(keepMine(draft, [keyOf(price)]))).toEqual([{ ...price, from: '11.00', to: '12.00' }]);
  const taken = takeTheirs(draft, [keyOf(price)]);
  expect([textIn(taken, price), hasUnsaved(taken), taken.conflicts.size]).toEqual(['11.00', false, 0]);
});

test('a conflict ends when the store has the value seen, or the one typed', () => {
  const typed = typeText(createDraft(product), price, '12.00');
  const moved = rebase(typed, withValues(product, [{ ...price, value: '11.00' }]));
  const back = rebase(moved, product);
  expect([back.conflicts.size, changesOf(back)]).toEqual([0, [{ ...price, from: '10.00', to: '12.00' }]]);
  const arrived = rebase(moved, withValues(product, [{ ...price, value: '12.00' }]));
  expect([arrived.conflicts.size, hasUnsaved(arrived), textIn(arrived, price)]).toEqual([0, false, '12.00']);
});

test('typing the store’s value ends a conflict', () => {
  const moved = rebase(
    typeText(createDraft(product), price, '12.00'),
    withValues(product, [{ ...price, value: '11.00' }]),
  );
  const draft = typeText(moved, price, '11.00');
  expect([draft.conflicts.size, hasUnsaved(draft)]).toEqual([0, false]);
});

test('after a save, each value has its outcome', () => {
  let draft = createDraft(product);
  draft = typeText(draft, price, '12.00');
  draft = typeText(draft, sku, 'HAT-R');
  draft = typeText(draft, vendor, 'Milliners');
  const settled = settle(
    draft,
    changesOf(draft),
    report(
      [price, { kind: 'conflict', current: '11.00' }],
      [sku, { kind: 'held' }],
      [vendor, { kind: 'saved' }],
    ),
  );
  expect(settled.product.vendor).toBe('Milliners');
  expect([...settled.saved]).toEqual([keyOf(vendor)]);
  expect(settled.conflicts.get(keyOf(price))).toEqual({ seen: '10.00', current: '11.00' });
  // The SKU was held back by its neighbour: it is still a change, based on the same value.
  expect(changesOf(settled)).toEqual([
    { ...price, from: '10.00', to: '12.00' },
    { ...sku, from: 'HAT-RED', to: 'HAT-R' },
  ]);
});

test('a refused value keeps its text and reason until it is edited again', () => {
  const draft = typeText(createDraft(product), sku, 'TAKEN');
  const refused = settle(
    draft,
    changesOf(draft),
    report([sku, { kind: 'refused', message: 'SKU is taken.' }]),
  );
  expect([textIn(refused, sku), refused.refusals.get(keyOf(sku))]).toEqual(['TAKEN', 'SKU is taken.']);
  expect(typeText(refused, sku, 'FREE').refusals.size).toBe(0);
});

test('edits made during a save are kept', () => {
  const sent = typeText(createDraft(product), price, '12.00');
  const later = typeText(sent, price, '13.00');
  const settled = settle(later, changesOf(sent), report([price, { kind: 'saved' }]));
  expect(changesOf(settled)).toEqual([{ ...price, from: '12.00', to: '13.00' }]);
});

test('edits of a vanished variant are reported', () => {
  const typed = typeText(createDraft(product), price, '12.00');
  const draft = rebase(typed, { ...product, variants: product.variants.slice(1) });
  expect(changesOf(draft)).toEqual([]);
  expect(goneEdits(draft)).toEqual([{ variantTitle: 'Red', attribute: 'price', typed: '12.00' }]);
  expect(hasUnsaved(draft)).toBe(true);
});
